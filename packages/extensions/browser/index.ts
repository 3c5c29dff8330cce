import type { ExtensionAPI } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { type BrowserDetails, executeBrowser } from "./execute.ts";
import { Tabs } from "./tabs/tabs.ts";
import { type BrowserParams, browser } from "./tool.ts";
import { drawCall } from "./view.ts";

export default function (pi: ExtensionAPI): void {
  const tabs = new Tabs(pi);
  pi.registerTool<TSchema, BrowserDetails>({
    ...browser,
    parameters: browser.parameters as object as TSchema,
    execute: async (_id, params, signal = new AbortController().signal, _onUpdate, ctx) =>
      // The arguments were already validated against the schema.
      await executeBrowser(pi, tabs, { params: params as BrowserParams, signal, ctx }),
    renderCall: (args, theme, context) => drawCall(args as BrowserParams, theme, context),
  });
  pi.on("session_shutdown", async () => void (await tabs.closeAll({ kill: true })));
}
