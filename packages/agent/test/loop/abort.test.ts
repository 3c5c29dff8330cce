import { expect, test } from "vitest";
import type { AgentEvent, AgentLoopConfig, AgentMessage } from "../../src/index.ts";
import { outline, textOf, user } from "../support/events.ts";
import { type FinishedRun, run } from "../support/run.ts";
import { answerOf, calls, says } from "../support/scripted-model.ts";
import { textResult, tool } from "../support/tools.ts";

/** Never settles by itself and ignores the signal: the worst neighbour. */
function stuck(): Promise<never> {
  return new Promise(() => undefined);
}

/** What must hold of every aborted run. */
function expectConsistentEnd({ events, messages }: FinishedRun): void {
  const lines = outline(events);
  expect(lines.at(-1)).toBe("agent_end");
  expect(lines.filter((line) => line === "agent_end").length).toBe(1);
  for (const [opening, closing] of [
    ["turn_start", "turn_end"],
    ["message_start", "message_end"],
    ["tool_execution_start", "tool_execution_end"],
  ]) {
    expect(events.filter((event) => event.type === opening).length).toBe(
      events.filter((event) => event.type === closing).length,
    );
  }
  expect(lastAnswer(messages)).toMatchObject({ role: "assistant", stopReason: "aborted" });
  const started = events.filter((event) => event.type === "tool_execution_start").map((event) => event.toolCallId);
  const answered = messages.filter((message) => message.role === "toolResult").map((message) => message.toolCallId);
  expect(answered).toEqual(started);
}

function lastAnswer(messages: readonly AgentMessage[]): AgentMessage | undefined {
  return messages.findLast((message) => message.role === "assistant");
}

test("an abort while a hook before the request hangs ends the run at once", async () => {
  const hooks: Partial<AgentLoopConfig>[] = [
    { prepareRequest: stuck },
    { transformContext: stuck },
    { convertToLlm: stuck },
    { getApiKey: stuck },
  ];
  for (const config of hooks) {
    const controller = new AbortController();
    const finished = await run([], {
      signal: controller.signal,
      config,
      onEvent: (event) => {
        if (event.type === "message_end") queueMicrotask(() => controller.abort());
      },
    });
    expectConsistentEnd(finished);
    expect(finished.requests).toEqual([]);
  }
});

test("an abort while the answer streams keeps what had arrived", async () => {
  const controller = new AbortController();
  const finished = await run(
    [
      (request, stream) => {
        const partial = answerOf([says("Hel")], { stopReason: "pending" });
        stream.push({ type: "start", partial });
        stream.push({ type: "text_delta", contentIndex: 0, delta: "Hel", partial });
        request.options.signal?.addEventListener("abort", () => {
          const error = { ...partial, stopReason: "aborted" as const, errorMessage: "stopped" };
          stream.push({ type: "error", reason: "aborted", error });
        });
      },
    ],
    {
      signal: controller.signal,
      onEvent: (event) => void (event.type === "message_update" && controller.abort()),
    },
  );
  expectConsistentEnd(finished);
  expect(finished.messages[1]).toMatchObject({ errorMessage: "stopped", content: [says("Hel")] });
});

test("a stream that does not stop is left behind, and what it says later is not heard", async () => {
  const controller = new AbortController();
  const partial = answerOf([says("Hel")], { stopReason: "pending" });
  let speak: (() => void) | undefined;
  const finished = await run(
    [
      (_, stream) => {
        stream.push({ type: "start", partial });
        stream.push({ type: "text_delta", contentIndex: 0, delta: "Hel", partial });
        speak = () => stream.push({ type: "text_delta", contentIndex: 0, delta: "lo", partial });
      },
    ],
    {
      signal: controller.signal,
      config: { abortGraceMs: 1 },
      onEvent: (event) => void (event.type === "message_update" && controller.abort()),
    },
  );
  expectConsistentEnd(finished);
  const { length } = finished.events;
  partial.content.push(says("more"));
  speak?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(finished.events.length).toBe(length);
  expect(finished.messages[1]).toMatchObject({ content: [says("Hel")], errorMessage: "The run was aborted." });
});

test("an abort during a permit leaves its call and those after it without effect, each with a result", async () => {
  for (const toolExecution of ["parallel", "sequential"] as const) {
    const controller = new AbortController();
    const ran: string[] = [];
    const effect = (name: string) => tool(name, async () => textResult(String(ran.push(name))));
    const finished = await run([[calls("first"), calls("second"), calls("third")]], {
      signal: controller.signal,
      context: { tools: ["first", "second", "third"].map(effect) },
      config: {
        toolExecution,
        beforeToolCall: async ({ toolCall }) => {
          if (toolCall.name !== "second") return undefined;
          controller.abort();
          return await stuck();
        },
      },
    });
    expectConsistentEnd(finished);
    expect(ran).toEqual(toolExecution === "parallel" ? [] : ["first"]);
    expect(finished.messages.slice(3, 5).map(textOf)).toEqual([
      "Not run: the run was aborted.",
      "Not run: the run was aborted.",
    ]);
  }
});

test("an abort while tools run: one stops, one finishes, one hangs, and each has a result", async () => {
  const controller = new AbortController();
  const started: string[] = [];
  const begin = (name: string) => {
    started.push(name);
    if (started.length === 3) controller.abort();
  };
  const stops = tool("stops", (_id, _params, signal) => {
    begin("stops");
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("killed"))));
  });
  const finishes = tool("finishes", async () => {
    begin("finishes");
    return textResult("in time");
  });
  const hangs = tool("hangs", () => {
    begin("hangs");
    return stuck();
  });
  const finished = await run([[calls("stops"), calls("finishes"), calls("hangs")]], {
    signal: controller.signal,
    context: { tools: [stops, finishes, hangs] },
    config: { abortGraceMs: 1 },
  });
  expectConsistentEnd(finished);
  expect(finished.messages.slice(2, 5).map(textOf)).toEqual([
    "killed",
    "in time",
    "Aborted. The tool did not stop in time: its outcome is unknown.",
  ]);
  expect(finished.requests.length).toBe(1);
});

test("after an abort no queue is asked: what waits stays queued", async () => {
  const controller = new AbortController();
  const asked: string[] = [];
  const aborting = tool("aborting", async () => {
    controller.abort();
    return textResult("done");
  });
  const finished = await run([[calls("aborting")]], {
    signal: controller.signal,
    context: { tools: [aborting] },
    config: {
      getSteeringMessages: async () => {
        asked.push("steering");
        return [];
      },
      getFollowUpMessages: async () => {
        asked.push("follow-up");
        return [user("later")];
      },
    },
  });
  expectConsistentEnd(finished);
  expect(asked).toEqual(["steering"]);
});

test("a run that starts aborted asks nothing and says so", async () => {
  const finished = await run([], { signal: AbortSignal.abort() });
  expectConsistentEnd(finished);
  expect(finished.requests).toEqual([]);
});

test("an abort at any event gives a consistent end", async () => {
  const answers = () => [[says("Look"), calls("first"), calls("second")], [says("Done")]];
  const context = () => ({ tools: [tool("first"), tool("second")] });
  const { events } = await run(answers(), { context: context() });
  for (const [index, event] of events.entries()) {
    const controller = new AbortController();
    let seen = 0;
    const finished = await run(answers(), {
      signal: controller.signal,
      context: context(),
      onEvent: () => void (seen++ === index && controller.abort()),
    });
    expect(outline(finished.events).at(-1)).toBe("agent_end");
    if (!isTooLate(events, index)) expectConsistentEnd(finished);
    else expect([event.type, finished.messages.length]).toEqual([event.type, 5]);
  }
});

/** The last answer is complete: there is nothing left to abort. */
function isTooLate(events: readonly AgentEvent[], index: number): boolean {
  const lastStart = events.findLastIndex((event) => event.type === "message_start");
  return index >= lastStart;
}
