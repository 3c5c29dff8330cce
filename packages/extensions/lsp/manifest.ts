import type { ExtensionManifest } from "@tau/coding-agent";
import { SETTINGS } from "./settings.ts";
import { lsp } from "./tool.ts";

/** `lsp`: asks language servers about code and lets them change it. No server is started before the first use. */
export const manifest: ExtensionManifest = {
  name: "lsp",
  description: "Language servers: symbols, diagnostics, renames",
  tools: [lsp],
  commands: { lsp: { description: "Show language servers", localFiles: true } },
  // An edit is checked by servers that run, so it need not load extensions that are not loaded yet.
  lateEvents: ["tool_result"],
  wants: (event) =>
    event.type === "tool_result" && !event.isError && (event.toolName === "edit" || event.toolName === "write"),
  draws: { tools: ["lsp"] },
  settings: SETTINGS,
  load: () => import("./index.ts"),
};
