import type { ExtensionAPI } from "@tau/coding-agent";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { AdapterSearch } from "../adapters/choose-adapter.ts";
import { DebugError } from "../debug-error.ts";
import type { DebugSessions } from "../debug-sessions.ts";
import type { DebugSession } from "../session/debug-session.ts";
import type { DebugParams } from "../tool.ts";

/** One call of the tool, with everything that an action needs. */
export interface DebugCall {
  readonly params: DebugParams;
  /** The session's folder, without links. */
  readonly cwd: string;
  readonly sessions: DebugSessions;
  readonly search: AdapterSearch;
  readonly ports: Pick<ExtensionAPI, "processes" | "assets">;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface Outcome {
  readonly text: string;
  readonly state?: string;
  readonly timedOut?: boolean;
}

/** Returns the limits of one request of the call. */
export function limits({ timeoutMs, signal }: DebugCall): { timeoutMs: number; signal: AbortSignal | undefined } {
  return { timeoutMs, signal };
}

type Field = Exclude<keyof DebugParams, "action">;

/** Returns a parameter, or throws what the action needs. */
export function needed<K extends Field>(
  { params }: DebugCall,
  field: K,
  needs: string = field,
): NonNullable<DebugParams[K]> {
  const value = params[field];
  if (value === undefined || value === null || value === "") throw missing(params.action, needs);
  return value as NonNullable<DebugParams[K]>;
}

export function missing(action: string, needs: string): DebugError {
  return new DebugError("bad-argument", `${action} needs ${needs}.`);
}

/** Resolves to the thread that a call is about: the named one, the one that stopped, else the first. */
export async function threadOf(call: DebugCall, session: DebugSession): Promise<number> {
  const known = call.params.thread_id ?? session.stop?.threadId;
  if (known !== undefined) return known;
  const threads = await listThreads(call, session);
  const [first] = threads;
  if (!first) throw new DebugError("refused", "Debugger reported no threads.");
  return first.id;
}

export async function listThreads(call: DebugCall, session: DebugSession): Promise<readonly DebugProtocol.Thread[]> {
  const body = await session.request<{ threads?: DebugProtocol.Thread[] }>("threads", undefined, limits(call));
  return body?.threads ?? [];
}

export async function stackOf(
  call: DebugCall,
  session: DebugSession,
  levels: number,
): Promise<DebugProtocol.StackTraceResponse["body"]> {
  const threadId = await threadOf(call, session);
  const args = { threadId, startFrame: 0, levels };
  const body = await session.request<DebugProtocol.StackTraceResponse["body"]>("stackTrace", args, limits(call));
  const stackFrames = (body?.stackFrames ?? []).slice(0, levels);
  if (threadId === session.stop?.threadId || session.stop?.threadId === undefined) session.topFrame = stackFrames[0];
  return { ...body, stackFrames };
}

/** Ignores that the adapter has no answer, but not that it has ended or that the call was stopped. */
export function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof DebugError) || error.code !== "refused") throw error;
}

export async function scopesOf(call: DebugCall, session: DebugSession, frameId: number) {
  const body = await session.request<{ scopes?: DebugProtocol.Scope[] }>("scopes", { frameId }, limits(call));
  return body?.scopes ?? [];
}

/** Resolves to the members of a value, or to the first `count` of them where the adapter can tell them apart. */
export async function membersOf(
  call: DebugCall,
  session: DebugSession,
  variablesReference: number,
  count?: number,
): Promise<readonly DebugProtocol.Variable[]> {
  const args = { variablesReference, ...(count === undefined ? {} : { start: 0, count }) };
  const body = await session.request<{ variables?: DebugProtocol.Variable[] }>("variables", args, limits(call));
  return body?.variables ?? [];
}

/** Resolves to the scope of a frame that has a variable. */
export async function scopeWith(
  call: DebugCall,
  session: DebugSession,
  frameId: number,
  name: string,
): Promise<number | undefined> {
  for (const { variablesReference, expensive } of await scopesOf(call, session, frameId)) {
    if (expensive || variablesReference === 0) continue;
    const variables = await membersOf(call, session, variablesReference);
    if (variables.some((variable) => variable.name === name)) return variablesReference;
  }
  return undefined;
}

/** Resolves to the frame that a call is about: the named one, or the one where the program stopped. */
export async function frameOf(call: DebugCall, session: DebugSession): Promise<number> {
  const { frame_id: id } = call.params;
  if (id !== undefined) return id;
  if (session.status !== "stopped")
    throw new DebugError(
      "not-stopped",
      "No active stack frame. Run stack_trace first or supply frame_id. The program runs: pause it.",
    );
  const frame = session.topFrame ?? (await stackOf(call, session, 1)).stackFrames[0];
  if (!frame) throw new DebugError("not-stopped", "No active stack frame. Run stack_trace first or supply frame_id.");
  return frame.id;
}
