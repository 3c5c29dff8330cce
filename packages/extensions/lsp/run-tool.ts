import { realpath } from "node:fs/promises";
import type { ExtensionContext, ExtensionToolContext } from "@tau/coding-agent";
import type { LspCall, Outcome } from "./actions/call.ts";
import { runCodeActions } from "./actions/code-actions.ts";
import { showDiagnostics } from "./actions/diagnostics.ts";
import { showHover } from "./actions/hover.ts";
import { findDefinition, findReferences } from "./actions/locations.ts";
import { renameSymbol } from "./actions/rename.ts";
import { renameFile } from "./actions/rename-file.ts";
import { sendAny } from "./actions/request.ts";
import { reloadServers, showCapabilities, showStatus } from "./actions/servers.ts";
import { listSymbols } from "./actions/symbols.ts";
import type { Clients } from "./clients.ts";
import { messageOf } from "./lsp-error.ts";
import { readConfig } from "./servers/config.ts";
import type { LspSettings } from "./settings.ts";
import type { ActionName, LspParams } from "./tool.ts";

const DEFAULT_SECONDS = 20;
const MOST_SECONDS = 60;
const LEAST_SECONDS = 5;

const ACTIONS: Readonly<Record<ActionName, (call: LspCall) => Promise<Outcome>>> = {
  diagnostics: showDiagnostics,
  definition: findDefinition,
  type_definition: findDefinition,
  implementation: findDefinition,
  references: findReferences,
  hover: showHover,
  symbols: listSymbols,
  rename: renameSymbol,
  rename_file: renameFile,
  code_actions: runCodeActions,
  status: showStatus,
  reload: reloadServers,
  capabilities: showCapabilities,
  request: sendAny,
};

export interface ToolPlace {
  readonly clients: Clients;
  readonly ctx: ExtensionToolContext;
  readonly settings: LspSettings;
  readonly signal: AbortSignal | undefined;
}

/** Runs one call of the tool. A failure is a text for the model; only stopping the call rejects. */
export async function runTool(params: LspParams, { clients, ctx, settings, signal }: ToolPlace): Promise<Outcome> {
  if (!settings.isEnabled) return { text: "Language servers are switched off (setting lsp.enabled).", success: false };
  const seconds = Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, params.timeout ?? DEFAULT_SECONDS));
  const timeout = AbortSignal.timeout(seconds * 1000);
  const call: LspCall = {
    ...(await openPlace(ctx, settings, clients)),
    params,
    clients,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    tools: ctx,
  };
  try {
    return await ACTIONS[params.action](call);
  } catch (error) {
    if (signal?.aborted) throw error;
    if (timeout.aborted)
      return { text: `LSP error: no answer within ${seconds} s. A server may still be starting.`, success: false };
    return { text: `LSP error: ${messageOf(error)}`, success: false };
  }
}

/** Reads the configuration of the session's folder, as it is now. */
export async function openPlace(
  ctx: ExtensionContext,
  settings: LspSettings,
  clients: Clients,
): Promise<Pick<LspCall, "cwd" | "config" | "place">> {
  const [cwd, ofPlugins] = await Promise.all([realpath(ctx.cwd), ctx.resources.lspServers()]);
  const isTrusted = ctx.isProjectTrusted();
  const config = await readConfig({ cwd, agentDir: ctx.resources.agentDir, isTrusted }, ofPlugins);
  clients.idleMs = config.idleTimeoutMs ?? settings.idleMs;
  clients.useLspmux = settings.useLspmux;
  return { cwd, config, place: { cwd, isTrusted } };
}
