import type { ExtensionAPI, ToolResultEvent } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { Clients } from "./clients.ts";
import { drawCall, drawResult } from "./draw.ts";
import { lspSettings } from "./settings.ts";
import { type LspParams, lsp } from "./tool.ts";

export interface LspDetails {
  readonly action: string;
  readonly success: boolean;
  readonly serverName?: string;
  readonly diff?: string;
}

export default function (pi: ExtensionAPI): void {
  const clients = new Clients(pi);
  const ending = new AbortController();
  /** Calls in progress: the files that they write need no check of their own. */
  const active = new Set<string>();
  pi.registerTool<TSchema, LspDetails>({
    ...lsp,
    parameters: lsp.parameters as object as TSchema,
    async execute(id, params, signal, _onUpdate, ctx) {
      const { runTool } = await import("./run-tool.ts");
      const given = params as LspParams;
      active.add(id);
      try {
        const settings = lspSettings(pi.getSettings());
        const { text, success = true, server, diff } = await runTool(given, { clients, ctx, settings, signal });
        const details: LspDetails = {
          action: given.action,
          success,
          ...(server ? { serverName: server } : {}),
          ...(diff ? { diff } : {}),
        };
        return { content: [{ type: "text", text }], details };
      } finally {
        active.delete(id);
      }
    },
    renderCall: (args, theme) => drawCall(args as LspParams, theme),
    renderResult: (result, _options, theme, context) => drawResult(result, theme, context),
  });
  pi.registerCommand("lsp", {
    handler: async (_args, ctx) => {
      const { showServers } = await import("./servers-list.ts");
      await showServers(clients, ctx, { settings: lspSettings(pi.getSettings()), signal: ending.signal });
    },
  });
  pi.on("tool_result", async (event, ctx) => {
    if (event.parentToolCallId !== undefined && active.has(event.parentToolCallId)) return undefined;
    const settings = lspSettings(pi.getSettings());
    if (!settings.isEnabled || (!settings.startOnWrite && clients.list().length === 0)) return undefined;
    const { afterEdit } = await import("./after-edit.ts");
    return await afterEdit(event as ToolResultEvent, { pi, ctx, clients, settings, ending: ending.signal });
  });
  pi.on("session_shutdown", () => ending.abort());
}
