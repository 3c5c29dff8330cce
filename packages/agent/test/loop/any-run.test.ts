import type { ToolCall } from "@tau/ai";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AgentEvent, AgentTool } from "../../src/index.ts";
import { outline, user } from "../support/events.ts";
import { type FinishedRun, run } from "../support/run.ts";
import { type Answer, answerOf, calls, says } from "../support/scripted-model.ts";
import { textResult, tool } from "../support/tools.ts";

const BEHAVIOURS = {
  works: async () => textResult("works"),
  yields: async () => {
    await Promise.resolve();
    return textResult("yields", { terminate: true });
  },
  reports: async (_id, _params, _signal, onUpdate) => {
    onUpdate?.(textResult("half"));
    await Promise.resolve();
    onUpdate?.(textResult("whole"));
    return textResult("reports");
  },
  throws: async () => {
    throw new Error("throws");
  },
  stops: (_id, _params, signal) =>
    new Promise((_, reject) => {
      if (signal?.aborted) reject(new Error("stopped"));
      signal?.addEventListener("abort", () => reject(new Error("stopped")));
    }),
  hangs: () => new Promise(() => undefined),
} satisfies Record<string, AgentTool["execute"]>;

const NAMES = [...Object.keys(BEHAVIOURS), "unknown", "blocked"];
const tools = [...Object.entries(BEHAVIOURS).map(([name, execute]) => tool(name, execute)), tool("blocked")];

const turnCalls = fc.array(fc.constantFrom(...NAMES), { maxLength: 4 });
const ending = fc.constantFrom("stop", "error", "silence", "stuck");
const script = fc.record({
  turns: fc.array(turnCalls, { maxLength: 3 }),
  ending,
  sequential: fc.boolean(),
  steering: fc.array(fc.nat(2), { maxLength: 4 }),
  /** After which event the run is aborted; some scripts end only that way. */
  abortAt: fc.nat(60),
});

test("whatever the model, the tools and the user do, a run is well formed and ends", async () => {
  await fc.assert(
    fc.asyncProperty(script, async (given) => {
      const controller = new AbortController();
      const { turns, steering } = given;
      const answers: Answer[] = turns.map((names, turn) => [
        says("Look"),
        ...names.map((name, index) => calls(name, {}, `${turn}-${index}`)),
      ]);
      answers.push(lastAnswer(given.ending), ...Array.from({ length: 20 }, () => lastAnswer("stop")));
      const queue = [...steering];
      let seen = 0;
      // A run that waits for nothing but an abort gets one.
      const rescue = setTimeout(() => controller.abort(), 30);
      const finished = await run(answers, {
        signal: controller.signal,
        context: { tools },
        config: {
          abortGraceMs: 1,
          toolExecution: given.sequential ? "sequential" : "parallel",
          beforeToolCall: async ({ toolCall }) => ({ block: toolCall.name === "blocked" }),
          getSteeringMessages: async () => Array.from({ length: queue.shift() ?? 0 }, () => user("steered")),
        },
        onEvent: () => {
          if (seen++ === given.abortAt) controller.abort();
        },
      });
      clearTimeout(rescue);
      expectWellFormed(finished);
    }),
    { numRuns: 150 },
  );
});

function lastAnswer(kind: "stop" | "error" | "silence" | "stuck"): Answer {
  if (kind === "stop") return [says("Done")];
  return (_, stream) => {
    const partial = answerOf([says("Ha")], { stopReason: "pending" });
    stream.push({ type: "start", partial });
    if (kind === "error") stream.push({ type: "error", reason: "error", error: { ...partial, stopReason: "error" } });
    if (kind === "silence") stream.end();
  };
}

function expectWellFormed({ events, messages }: FinishedRun): void {
  const text = `${outline(events).map(shape).join(" ")} `;
  const tool = "(?:tool-start |tool-update |tool-end |start-toolResult end-toolResult )";
  const turn = `turn-start (?:start-user end-user )*start-assistant (?:update )*end-assistant ${tool}*turn-end `;
  expect(text).toMatch(new RegExp(`^agent-start (?:${turn})+agent-end $`));
  for (const part of turnsOf(events)) expectTurn(part);
  const ended = events.filter((event) => event.type === "message_end").map((event) => event.message);
  expect(messages).toEqual(ended);
}

function shape(line: string): string {
  const [type = "", detail = ""] = line.split(" ");
  if (type === "message_update") return "update";
  if (type.startsWith("message_")) return `${type.slice(8)}-${detail}`;
  if (type.startsWith("tool_execution_")) return `tool-${type.slice(15)}`;
  return type.replace("_", "-");
}

function turnsOf(events: readonly AgentEvent[]): AgentEvent[][] {
  const turns: AgentEvent[][] = [];
  for (const event of events) {
    if (event.type === "turn_start") turns.push([]);
    turns.at(-1)?.push(event);
  }
  return turns;
}

/** Every call of an answer that did not fail has one start before one end, and results in the order of the calls. */
function expectTurn(events: readonly AgentEvent[]): void {
  const end = events.find((event) => event.type === "turn_end");
  if (end?.type !== "turn_end" || end.message.role !== "assistant") throw new Error("A turn ends with an answer.");
  const failed = end.message.stopReason === "error" || end.message.stopReason === "aborted";
  const requested = failed ? [] : end.message.content.filter((block): block is ToolCall => block.type === "toolCall");
  const ids = requested.map((call) => call.id);
  expect(end.toolResults.map((result) => result.toolCallId)).toEqual(ids);
  const started = events.flatMap((event) => (event.type === "tool_execution_start" ? [event.toolCallId] : []));
  const ended = events.flatMap((event) => (event.type === "tool_execution_end" ? [event.toolCallId] : []));
  expect(started).toEqual(ids);
  expect([...ended].sort()).toEqual([...ids].sort());
}
