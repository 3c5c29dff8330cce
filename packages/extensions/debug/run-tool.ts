import { realpath } from "node:fs/promises";
import type { ExtensionAPI, ExtensionToolContext } from "@tau/coding-agent";
import {
  dataBreakpointInfo,
  removeBreakpoint,
  removeDataBreakpoint,
  removeInstructionBreakpoint,
  setBreakpoint,
  setDataBreakpoint,
  setInstructionBreakpoint,
} from "./actions/breakpoints.ts";
import type { DebugCall, Outcome } from "./actions/call.ts";
import { evaluate, showScopes, showStack, showThreads, showVariables } from "./actions/inspect.ts";
import { attach, launch } from "./actions/launch.ts";
import { disassemble, readMemory, writeMemory } from "./actions/memory.ts";
import { pause, run } from "./actions/run-control.ts";
import { customRequest, listSessions, showModules, showOutput, showSources, terminate } from "./actions/session.ts";
import { adaptersOf } from "./adapters/adapter-settings.ts";
import { DebugError } from "./debug-error.ts";
import type { DebugSessions } from "./debug-sessions.ts";
import type { DebugSettings } from "./settings.ts";
import type { ActionName, DebugParams } from "./tool.ts";

const DEFAULT_SECONDS = 30;
const LEAST_SECONDS = 5;
const MOST_SECONDS = 300;

const ACTIONS: Readonly<Record<ActionName, (call: DebugCall) => Promise<Outcome>>> = {
  launch,
  attach,
  set_breakpoint: setBreakpoint,
  remove_breakpoint: removeBreakpoint,
  set_instruction_breakpoint: setInstructionBreakpoint,
  remove_instruction_breakpoint: removeInstructionBreakpoint,
  data_breakpoint_info: dataBreakpointInfo,
  set_data_breakpoint: setDataBreakpoint,
  remove_data_breakpoint: removeDataBreakpoint,
  continue: run,
  step_over: run,
  step_in: run,
  step_out: run,
  pause,
  evaluate,
  stack_trace: showStack,
  threads: showThreads,
  scopes: showScopes,
  variables: showVariables,
  disassemble,
  read_memory: readMemory,
  write_memory: writeMemory,
  modules: showModules,
  loaded_sources: showSources,
  custom_request: customRequest,
  output: showOutput,
  terminate,
  sessions: listSessions,
};

export interface ToolPlace {
  readonly pi: ExtensionAPI;
  readonly ctx: ExtensionToolContext;
  readonly sessions: DebugSessions;
  readonly settings: DebugSettings;
  readonly signal: AbortSignal | undefined;
}

/** Runs one call of the tool. Its failures are errors with a message for the model. */
export async function runTool(params: DebugParams, place: ToolPlace): Promise<Outcome> {
  const { pi, ctx, sessions, settings, signal } = place;
  if (!settings.isEnabled)
    throw new DebugError("not-supported", "The debugger is switched off (setting debug.enabled).");
  const seconds = Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, params.timeout ?? DEFAULT_SECONDS));
  sessions.idleMs = settings.idleMs;
  const cwd = await realpath(ctx.cwd);
  return await ACTIONS[params.action]({
    ...{ params, cwd, sessions, signal, ports: pi, timeoutMs: seconds * 1000 },
    search: {
      adapters: adaptersOf(settings.adapters),
      place: { cwd, isTrusted: ctx.isProjectTrusted() },
      processes: pi.processes,
    },
  });
}
