import type { DebugProtocol } from "@vscode/debugprotocol";
import { DebugError } from "../debug-error.ts";
import type { DebugSession } from "../session/debug-session.ts";
import { breakpointLines } from "../text/breakpoint-text.ts";
import { shownPath } from "../text/place-text.ts";
import { type DebugCall, limits, needed, type Outcome } from "./call.ts";
import { newOutput } from "./report.ts";

/** Requests that would take the session out of this tool's hands. */
const OWN_REQUESTS: Readonly<Record<string, string>> = {
  initialize: "launch",
  launch: "launch",
  attach: "attach",
  configurationDone: "launch",
  disconnect: "terminate",
  terminate: "terminate",
  restart: "terminate, then launch",
  setBreakpoints: "set_breakpoint",
  setFunctionBreakpoints: "set_breakpoint",
  setExceptionBreakpoints: "set_breakpoint with exceptions",
  setInstructionBreakpoints: "set_instruction_breakpoint",
  setDataBreakpoints: "set_data_breakpoint",
  continue: "continue",
  next: "step_over",
  stepIn: "step_in",
  stepOut: "step_out",
};

export async function showModules(call: DebugCall): Promise<Outcome> {
  const session = call.sessions.require();
  session.require("supportsModulesRequest", "listing modules");
  const { start_module: startModule, module_count: moduleCount } = call.params;
  const args = {
    ...(startModule === undefined ? {} : { startModule }),
    ...(moduleCount === undefined ? {} : { moduleCount }),
  };
  const body = await session.request<DebugProtocol.ModulesResponse["body"]>("modules", args, limits(call));
  const lines = (body?.modules ?? []).map(({ id, name, path, version, symbolStatus }) =>
    [id, name, version, path && path !== name ? shownPath(path, call.cwd) : "", symbolStatus]
      .filter(Boolean)
      .join("  "),
  );
  return { text: lines.join("\n") || "There are no modules." };
}

export async function showSources(call: DebugCall): Promise<Outcome> {
  const session = call.sessions.require();
  session.require("supportsLoadedSourcesRequest", "listing sources");
  const body = await session.request<DebugProtocol.LoadedSourcesResponse["body"]>("loadedSources", {}, limits(call));
  const lines = (body?.sources ?? []).map(({ path, name }) => (path ? shownPath(path, call.cwd) : (name ?? "")));
  return { text: lines.join("\n") || "There are no sources." };
}

/** `custom_request`: sends any request that has no action of its own. */
export async function customRequest(call: DebugCall): Promise<Outcome> {
  const command = needed(call, "command");
  const session = call.sessions.require();
  const own = OWN_REQUESTS[command];
  if (own !== undefined) throw new DebugError("bad-argument", `${command} is not sent by hand. Use the action ${own}.`);
  const body = await session.request(command, call.params.arguments ?? {}, limits(call));
  return { text: body === undefined ? `${command}: done.` : JSON.stringify(body, undefined, 2) };
}

/** `output`: what the program has printed, also after it has ended. */
export async function showOutput({ sessions }: DebugCall): Promise<Outcome> {
  const last = sessions.all.at(-1) ?? sessions.require();
  const text = last.output.text().trimEnd();
  return { text: text === "" ? "The program has printed nothing." : text };
}

export async function terminate(call: DebugCall): Promise<Outcome> {
  const { live } = call.sessions;
  if (!live) return { text: "No debug session to terminate." };
  await call.sessions.end();
  const what = live.target.isAttached ? "Detached from" : "Terminated";
  return { text: [`${what} ${live.target.title}.`, ...newOutput(live)].join("\n"), state: "ended" };
}

export async function listSessions({ sessions, cwd }: DebugCall): Promise<Outcome> {
  if (sessions.all.length === 0) return { text: "There are no debug sessions." };
  return { text: sessions.all.map((session) => sessionLines(session, cwd).join("\n")).join("\n") };
}

function sessionLines(session: DebugSession, cwd: string): string[] {
  const { id, spec, target, status, stop, exitCode, problem } = session;
  const detail = status === "stopped" ? ` (${stop?.reason})` : exitCode === undefined ? "" : ` with code ${exitCode}`;
  const sandbox = target.isConfined ? ", in the sandbox" : "";
  const head = `${id}: ${target.title} with ${spec.name}${sandbox}, ${status}${detail}${problem ? `: ${problem}` : ""}`;
  const lines = session.isLive ? breakpointLines(session.breakpoints, cwd) : [];
  return [head, ...lines.map((line) => `  ${line}`)];
}
