import { expect, test } from "vitest";
import type { AgentEvent, AgentTool } from "../../src/index.ts";
import { outline, textOf } from "../support/events.ts";
import { run } from "../support/run.ts";
import { answerOf, calls, says } from "../support/scripted-model.ts";
import { gatedTool, textResult, tool } from "../support/tools.ts";

const twoCalls = [[calls("first"), calls("second")], [says("Done")]];

test("P-LOOP-19 by default two tools overlap in time", async () => {
  const [first, second] = [gatedTool("first"), gatedTool("second")];
  const finished = run(twoCalls, { context: { tools: [first.tool, second.tool] } });
  await Promise.all([first.started, second.started]);
  first.open();
  second.open();
  expect((await finished).messages.map((message) => message.role)).toEqual([
    "user",
    "assistant",
    "toolResult",
    "toolResult",
    "assistant",
  ]);
});

test("P-LOOP-20 P-LOOP-21 P-LOOP-23 sequential by config, or by one called tool: the second starts after the first", async () => {
  const sequentialFirst: Partial<AgentTool> = { executionMode: "sequential" };
  const cases = [
    { config: { toolExecution: "sequential" as const }, fields: {} },
    { config: { toolExecution: "sequential" as const }, fields: { executionMode: "parallel" as const } },
    { config: {}, fields: sequentialFirst },
    { config: { toolExecution: "parallel" as const }, fields: sequentialFirst },
  ];
  for (const { config, fields } of cases) {
    const { events } = await run(twoCalls, {
      config,
      context: { tools: [tool("first", undefined, fields), tool("second")] },
    });
    expect(toolLines(events)).toEqual([
      "tool_execution_start first",
      "tool_execution_end first",
      "message_start toolResult",
      "message_end toolResult",
      "tool_execution_start second",
      "tool_execution_end second",
      "message_start toolResult",
      "message_end toolResult",
    ]);
  }
});

test("P-LOOP-22 a sequential tool that is not called does not serialise the batch", async () => {
  const [first, second] = [gatedTool("first"), gatedTool("second")];
  const idle = tool("idle", undefined, { executionMode: "sequential" });
  const finished = run(twoCalls, { context: { tools: [idle, first.tool, second.tool] } });
  await Promise.all([first.started, second.started]);
  first.open();
  second.open();
  await finished;
});

test("P-LOOP-24 ends come in the order of completion, result messages and turn_end in the order of the calls", async () => {
  const first = gatedTool("first");
  const second = tool("second");
  const { events } = await run(twoCalls, {
    context: { tools: [first.tool, second] },
    onEvent: (event) => {
      if (event.type === "tool_execution_end" && event.toolName === "second") first.open();
    },
  });
  expect(toolLines(events)).toEqual([
    "tool_execution_start first",
    "tool_execution_start second",
    "tool_execution_end second",
    "tool_execution_end first",
    "message_start toolResult",
    "message_end toolResult",
    "message_start toolResult",
    "message_end toolResult",
  ]);
  const results = events.filter((event) => event.type === "message_end").map((event) => textOf(event.message));
  expect(results).toEqual(["Hi", "", "first done", "second done", "Done"]);
  expect(outline(events).filter((line) => line.startsWith("turn_end"))[0]).toBe("turn_end first second");
});

test("P-LOOP-25 permits never overlap and come in the order of the calls", async () => {
  const order: string[] = [];
  await run(twoCalls, {
    context: { tools: [tool("first"), tool("second")] },
    config: {
      beforeToolCall: async ({ toolCall }) => {
        order.push(`ask ${toolCall.name}`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`answer ${toolCall.name}`);
        return undefined;
      },
    },
  });
  expect(order).toEqual(["ask first", "answer first", "ask second", "answer second"]);
});

test("P-LOOP-26 a start precedes the execution and has exactly one end, whatever becomes of the call", async () => {
  const started = new Set<string>();
  const check = (name: string) => async () => {
    expect(started.has(name)).toBe(true);
    if (name === "throws") throw new Error("no");
    return textResult(name);
  };
  const names = ["works", "throws", "blocked", "unknown"];
  const { events } = await run([names.map((name) => calls(name)), [says("Done")]], {
    context: { tools: ["works", "throws", "blocked"].map((name) => tool(name, check(name))) },
    onEvent: (event) => void (event.type === "tool_execution_start" && started.add(event.toolName)),
    config: { beforeToolCall: async ({ toolCall }) => ({ block: toolCall.name === "blocked" }) },
  });
  const lines = outline(events);
  for (const name of names) {
    expect(lines.filter((line) => line === `tool_execution_start ${name}`).length).toBe(1);
    expect(lines.filter((line) => line === `tool_execution_end ${name}`).length).toBe(1);
  }
});

test("P-LOOP-36 the loop stops when every result asks to, and goes on when one does not", async () => {
  const stop = async () => textResult("stop", { terminate: true });
  const all = await run([[calls("first"), calls("second")]], {
    context: { tools: [tool("first", stop), tool("second", stop)] },
  });
  expect(all.requests.length).toBe(1);
  const one = await run(twoCalls, { context: { tools: [tool("first", stop), tool("second")] } });
  expect(one.requests.length).toBe(2);
  const blocked = await run([[calls("first")]], {
    context: { tools: [tool("first")] },
    config: { beforeToolCall: async () => ({ block: true, terminate: true }) },
  });
  expect(blocked.requests.length).toBe(1);
});

test("P-LOOP-37 an answer without calls does not count as asking to stop: follow-ups still come", async () => {
  const queued = [[{ role: "user" as const, content: "more", timestamp: 1 }]];
  const { requests } = await run([[says("A")], [says("B")]], {
    config: { getFollowUpMessages: async () => queued.shift() ?? [] },
  });
  expect(requests.length).toBe(2);
});

test("a thousand calls in one batch all end", async () => {
  const batch = Array.from({ length: 1000 }, (_, index) => calls("first", {}, `call-${index}`));
  const { messages } = await run([batch, [says("Done")]], { context: { tools: [tool("first")] } });
  expect(messages.length).toBe(1003);
});

test("calls not yet started are left out when a message should interrupt; those that ran keep their results", async () => {
  let interrupted = false;
  const first = tool("first", async () => {
    interrupted = true;
    return textResult("first done");
  });
  const { messages } = await run(twoCalls, {
    context: { tools: [first, tool("second")] },
    config: { toolExecution: "sequential", skipRemainingToolCalls: () => interrupted },
  });
  expect(messages.slice(2, 4).map((message) => [textOf(message), "isError" in message && message.isError])).toEqual([
    ["first done", false],
    ["Skipped due to queued user message.", true],
  ]);
});

function toolLines(events: readonly AgentEvent[]): string[] {
  return outline(events).filter((line) => line.startsWith("tool_execution") || line.endsWith("toolResult"));
}

test("calls of an answer that was cut off at the output limit are not run, and the model is told", async () => {
  const ran: string[] = [];
  const note = (name: string) =>
    tool(name, async () => {
      ran.push(name);
      return textResult(name);
    });
  const cut = answerOf([calls("first"), calls("second")], { stopReason: "length" });
  const { messages } = await run(
    [(_request, stream) => stream.push({ type: "done", reason: "length", message: cut }), [says("Done")]],
    { context: { tools: [note("first"), note("second")] } },
  );
  expect(ran).toEqual([]);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult", "toolResult", "assistant"]);
  for (const result of messages.slice(2, 4)) {
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result as never)).toContain("cut off at the model's output limit");
  }
});
