import { type ModelRequest, type ModelTurn, type ScriptedToolCall, textOf } from "@tau/testkit";
import { BenchError } from "../bench-error.ts";
import { readCall, shellCall, writeCall } from "./offered-calls.ts";

/** Answers as a function of the request: the tool results in the request tell the turn. */
export type RunScript = (request: ModelRequest) => ModelTurn;

export const trivial: RunScript = () => ({ text: ["All ", "done", "."] });

export function manyDeltas(count: number): RunScript {
  return mainRequests(() => ({ text: textOf(count) }));
}

/** Answers like a real model: Markdown at a steady rate. */
export function pacedMarkdown(count: number, perSecond: number): RunScript {
  return mainRequests(() => ({ text: textOf(count, { markdown: true }), pace: perSecond }));
}

export function toolTurns(count: number): RunScript {
  return mainRequests((request) =>
    request.toolResults < count
      ? calling([offered(request, shellCall(request, `echo turn ${request.toolResults}`))])
      : LAST,
  );
}

/** Returns turns that start no process, to measure only the program's own work. Each reads another file: programs may stop a model in a loop. */
export function readTurns(count: number, fileOf: (turn: number) => string): RunScript {
  return mainRequests((request) =>
    request.toolResults < count ? calling([offered(request, readCall(request, fileOf(request.toolResults)))]) : LAST,
  );
}

export function parallelTools(count: number): RunScript {
  return mainRequests((request) => {
    if (request.toolResults > 0) return LAST;
    return calling(
      Array.from({ length: count }, (_, index) => offered(request, shellCall(request, `echo call ${index}`))),
    );
  });
}

export function largeArgument(file: string, kilobytes: number): RunScript {
  return mainRequests((request) =>
    request.toolResults === 0 ? calling([offered(request, writeCall(request, file, kilobytes))]) : LAST,
  );
}

const LAST: ModelTurn = { text: ["All ", "done", "."] };

/** Answers requests without tools separately: they are for titles or summaries and must not disturb the script. */
function mainRequests(script: RunScript): RunScript {
  return (request) => (request.tools.length === 0 ? { text: "Bench" } : script(request));
}

function calling(toolCalls: readonly ScriptedToolCall[]): ModelTurn {
  return { toolCalls };
}

function offered(request: ModelRequest, call: ScriptedToolCall | undefined): ScriptedToolCall {
  if (call) return call;
  const names = request.tools.map(({ name }) => name).join(", ");
  throw new BenchError("unsupported", `The program offers no tool for this work; it offers ${names}.`);
}
