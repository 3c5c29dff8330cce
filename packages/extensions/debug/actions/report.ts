import type { DebugSession, Rest } from "../session/debug-session.ts";
import { frameText, sourceLines } from "../text/place-text.ts";
import { type DebugCall, ignoreRefusal, type Outcome, stackOf } from "./call.ts";

const MOST_NEWS = 4000;

/** Resolves to where the program is, with the source around it and what it has printed since the last report. */
export async function reportState(call: DebugCall, session: DebugSession, rest: Rest): Promise<Outcome> {
  // What the program printed last may still be on its way.
  if (rest === "ended") await session.end();
  const lines =
    rest === "stopped" ? await stopLines(call, session) : rest === "ended" ? endLines(session) : runningLines(call);
  return {
    text: [...lines, ...newOutput(session)].join("\n"),
    state: rest,
    ...(rest === "running" ? { timedOut: true } : {}),
  };
}

/** Returns what the program has printed since the last report, as lines. */
export function newOutput({ output }: DebugSession): string[] {
  const news = output.news(MOST_NEWS).trimEnd();
  return news === "" ? [] : ["Output:", news];
}

function runningLines({ timeoutMs }: DebugCall): string[] {
  return [`The program still runs after ${timeoutMs / 1000} s. Use pause to stop it, or continue to wait longer.`];
}

function endLines({ exitCode, problem, spec }: DebugSession): string[] {
  const why = problem === undefined ? "" : ` ${problem}`;
  if (exitCode !== undefined) return [`The program exited with code ${exitCode}.${why}`];
  return [problem === undefined ? "The program ended." : `The debug session with ${spec.name} ended:${why}`];
}

async function stopLines(call: DebugCall, session: DebugSession): Promise<string[]> {
  const { stop, target } = session;
  const why = [stop?.description ?? stop?.reason ?? "stopped", stop?.text].filter(Boolean).join(": ");
  const thread = stop?.threadId === undefined ? "" : ` (thread ${stop.threadId})`;
  // At the very start of a program, some adapters have no stack yet.
  const frame = await stackOf(call, session, 1).then(({ stackFrames }) => stackFrames[0], ignoreRefusal);
  if (!frame) return [`Stopped: ${why}${thread}`];
  const place = `  at ${frameText(frame, call.cwd || target.cwd)}  [frame_id ${frame.id}]`;
  return [`Stopped: ${why}${thread}`, place, ...(await sourceLines(frame)).map((line) => `  ${line}`)];
}
