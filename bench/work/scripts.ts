import { type ModelRequest, type ModelTurn, type ScriptedToolCall, textOf } from "@tau/testkit";
import { BenchError } from "../bench-error.ts";
import { readCall, shellCall, writeCall } from "./offered-calls.ts";

/** Answers as a function of the request: which turn it is follows from the tool results that it carries. */
export type RunScript = (request: ModelRequest) => ModelTurn;

export const trivial: RunScript = () => ({ text: ["All ", "done", "."] });

export function manyDeltas(count: number): RunScript {
  return mainRequests(() => ({ text: textOf(count) }));
}

/** Like a real model: markdown, at a steady rate. */
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

/** Turns that start no process: what is left is the program's own work. Each reads another file, as a model in a circle is stopped. */
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

/** Requests without tools are a program's own side business (titles, summaries) and must not disturb the script. */
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
