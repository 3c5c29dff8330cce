import { readFile, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { DebugError } from "../debug-error.ts";
import type { DebugSession } from "../session/debug-session.ts";
import { instructionKey } from "../session/session-breakpoints.ts";
import { breakpointLines, verdictText } from "../text/breakpoint-text.ts";
import { shownPath } from "../text/place-text.ts";
import { type DebugCall, frameOf, limits, missing, needed, type Outcome, scopeWith } from "./call.ts";

const PLACE = "file and line, or function, or exceptions";

/** `set_breakpoint`: at a line, at a function, or at exceptions. */
export async function setBreakpoint(call: DebugCall): Promise<Outcome> {
  const { file, line, function: name, exceptions } = call.params;
  if (exceptions === undefined && name === undefined && (file === undefined || line === undefined))
    throw missing("set_breakpoint", PLACE);
  const session = call.sessions.require();
  if (exceptions !== undefined) return await setExceptions(call, session, exceptions);
  const conditions = conditionsOf(call, session);
  if (name !== undefined) {
    session.require("supportsFunctionBreakpoints", "breakpoints at functions");
    const answer = await session.breakpoints.functions.set({ name, ...withoutLog(conditions) });
    return listed(call, session, `Breakpoint at ${name}(): ${verdictText(answer)}.`);
  }
  const path = await sourcePath(call, file as string);
  await refuseBeyondEnd(path, line as number, call);
  const answer = await session.breakpoints.ofFile(path).set({ line: line as number, ...conditions });
  return listed(call, session, `Breakpoint at ${shownPath(path, call.cwd)}:${line}: ${verdictText(answer, line)}.`);
}

export async function removeBreakpoint(call: DebugCall): Promise<Outcome> {
  const { file, line, function: name, exceptions } = call.params;
  if (exceptions === undefined && name === undefined && (file === undefined || line === undefined))
    throw missing("remove_breakpoint", PLACE);
  const session = call.sessions.require();
  const { breakpoints } = session;
  if (exceptions !== undefined)
    return await setExceptions(
      call,
      session,
      breakpoints.exceptions.filter((each) => !exceptions.includes(each)),
    );
  const path = name === undefined ? await sourcePath(call, file as string) : "";
  const place = name === undefined ? `${shownPath(path, call.cwd)}:${line}` : `${name}()`;
  const isRemoved = await (name === undefined
    ? breakpoints.ofFile(path).remove(String(line))
    : breakpoints.functions.remove(name));
  return removed(call, session, place, isRemoved);
}

export async function setInstructionBreakpoint(call: DebugCall): Promise<Outcome> {
  const instructionReference = needed(call, "instruction_reference");
  const session = call.sessions.require();
  session.require("supportsInstructionBreakpoints", "breakpoints at instructions");
  const { offset } = call.params;
  const asked = {
    instructionReference,
    ...(offset === undefined ? {} : { offset }),
    ...withoutLog(conditionsOf(call, session)),
  };
  const answer = await session.breakpoints.instructions.set(asked);
  return listed(
    call,
    session,
    `Breakpoint at ${instructionKey(instructionReference, offset)}: ${verdictText(answer)}.`,
  );
}

export async function removeInstructionBreakpoint(call: DebugCall): Promise<Outcome> {
  const key = instructionKey(needed(call, "instruction_reference"), call.params.offset);
  const session = call.sessions.require();
  session.require("supportsInstructionBreakpoints", "breakpoints at instructions");
  return removed(call, session, key, await session.breakpoints.instructions.remove(key));
}

/** `data_breakpoint_info`: what a breakpoint on a variable needs. */
export async function dataBreakpointInfo(call: DebugCall): Promise<Outcome> {
  const name = needed(call, "name");
  const session = call.sessions.require();
  session.require("supportsDataBreakpoints", "data breakpoints");
  const { variable_ref: reference, scope_id: scope } = call.params;
  const frameId = await frameOf(call, session);
  const variablesReference = reference ?? scope ?? (await scopeWith(call, session, frameId, name));
  const place = variablesReference === undefined ? { frameId } : { variablesReference };
  const body = await session.request<DebugProtocol.DataBreakpointInfoResponse["body"]>(
    "dataBreakpointInfo",
    { name, ...place },
    limits(call),
  );
  if (!body.dataId) return { text: `No data breakpoint is possible on ${name}: ${body.description}` };
  const access = body.accessTypes?.join(", ") ?? "write";
  return { text: `${body.description}\ndata_id: ${body.dataId}\naccess_type: ${access}` };
}

export async function setDataBreakpoint(call: DebugCall): Promise<Outcome> {
  const dataId = needed(call, "data_id");
  const session = call.sessions.require();
  session.require("supportsDataBreakpoints", "data breakpoints");
  const { access_type: accessType } = call.params;
  const asked = { dataId, ...(accessType ? { accessType } : {}), ...withoutLog(conditionsOf(call, session)) };
  const answer = await session.breakpoints.data.set(asked);
  return listed(call, session, `Data breakpoint on ${dataId}: ${verdictText(answer)}.`);
}

export async function removeDataBreakpoint(call: DebugCall): Promise<Outcome> {
  const dataId = needed(call, "data_id");
  const session = call.sessions.require();
  session.require("supportsDataBreakpoints", "data breakpoints");
  return removed(call, session, dataId, await session.breakpoints.data.remove(dataId));
}

async function setExceptions(call: DebugCall, session: DebugSession, filters: readonly string[]): Promise<Outcome> {
  const known = session.capabilities.exceptionBreakpointFilters ?? [];
  const unknown = filters.filter((each) => !known.some(({ filter }) => filter === each));
  if (unknown.length > 0) {
    const names = known.map(({ filter, label }) => `${filter} (${label})`).join(", ") || "none";
    throw new DebugError(
      "bad-argument",
      `There is no kind of exceptions ${unknown.join(", ")}. ${session.spec.name} knows: ${names}.`,
    );
  }
  await session.breakpoints.setExceptions(filters);
  return listed(call, session, filters.length === 0 ? "The program stops at no exceptions." : "Exceptions set.");
}

interface Conditions {
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

function conditionsOf({ params }: DebugCall, session: DebugSession): Conditions {
  const { condition, hit_condition: hitCondition, log_message: logMessage } = params;
  if (condition !== undefined) session.require("supportsConditionalBreakpoints", "conditions of breakpoints");
  if (hitCondition !== undefined) session.require("supportsHitConditionalBreakpoints", "hit counts of breakpoints");
  if (logMessage !== undefined) session.require("supportsLogPoints", "log messages of breakpoints");
  return {
    ...(condition === undefined ? {} : { condition }),
    ...(hitCondition === undefined ? {} : { hitCondition }),
    ...(logMessage === undefined ? {} : { logMessage }),
  };
}

/** Only breakpoints at lines can log. */
function withoutLog({ logMessage, ...others }: Conditions): Omit<Conditions, "logMessage"> {
  if (logMessage !== undefined) throw new DebugError("bad-argument", "log_message needs file and line.");
  return others;
}

/** Refuses a line that the file does not have: adapters move such a breakpoint to the last line. */
async function refuseBeyondEnd(path: string, line: number, { cwd }: DebugCall): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return;
  const count = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  if (line > count)
    throw new DebugError("bad-argument", `${shownPath(path, cwd)} has ${count} lines: there is no line ${line}.`);
}

async function sourcePath({ cwd }: DebugCall, file: string): Promise<string> {
  const path = resolve(cwd, file);
  return await realpath(path).catch(() => {
    throw new DebugError("bad-argument", `There is no file ${path}.`);
  });
}

function listed({ cwd }: DebugCall, session: DebugSession, first: string): Outcome {
  const lines = breakpointLines(session.breakpoints, cwd);
  return {
    text: lines.length <= 1 ? first : [first, "All breakpoints:", ...lines.map((line) => `  ${line}`)].join("\n"),
  };
}

function removed(call: DebugCall, session: DebugSession, place: string, isRemoved: boolean): Outcome {
  const lines = breakpointLines(session.breakpoints, call.cwd);
  const rest =
    lines.length === 0 ? "No breakpoint is left." : ["Breakpoints:", ...lines.map((line) => `  ${line}`)].join("\n");
  if (!isRemoved) throw new DebugError("bad-argument", `There is no breakpoint at ${place}. ${rest}`);
  return { text: `Removed the breakpoint at ${place}. ${rest}` };
}
