import { Type } from "typebox";
import { expect, test } from "vitest";
import { type AgentEvent, type AgentTool, type AgentToolUpdateCallback, runToolCall } from "../../src/index.ts";
import { textOf } from "../support/events.ts";
import { run } from "../support/run.ts";
import { answerOf, calls, noUsage, says } from "../support/scripted-model.ts";
import { textResult, tool } from "../support/tools.ts";

const options = (...tools: AgentTool[]) => ({ tools, assistantMessage: answerOf([]), context: { messages: [] } });

const parameters = Type.Object({ lines: Type.Number(), path: Type.Optional(Type.String()) });

function counting(fields: Partial<AgentTool> = {}) {
  const received: unknown[] = [];
  const execute: AgentTool["execute"] = async (_id, params) => {
    received.push(params);
    return textResult("counted");
  };
  return { received, tool: tool("count", execute, { parameters, ...fields }) };
}

test("P-LOOP-27 an unknown tool gives an error result that names the tools there are, and the loop goes on", async () => {
  const { messages, requests } = await run([[calls("nope")], [says("Done")]], { context: { tools: [tool("ls")] } });
  expect(messages[2]).toMatchObject({ isError: true, toolName: "nope" });
  expect(textOf(messages[2])).toBe("Tool nope not found. There are: ls.");
  expect(requests.length).toBe(2);
});

test("P-LOOP-28 arguments that do not fit give an error result that says where, and nothing is executed", async () => {
  const { tool: count, received } = counting();
  const outcome = await runToolCall(calls("count", { lines: "many", path: "x" }), options(count));
  expect(received).toEqual([]);
  expect(outcome.isError).toBe(true);
  expect(outcome.result.content).toEqual([
    {
      type: "text",
      text: 'Invalid arguments for tool "count":\n- /lines: must be number\nCorrect them and call it again.',
    },
  ]);
  expect("durationMs" in outcome).toBe(false);
});

test("P-LOOP-29 a numeric string becomes a number; the call in the transcript stays as the model wrote it", async () => {
  const { tool: count, received } = counting();
  const call = calls("count", { lines: "12" });
  await runToolCall(call, options(count));
  expect(received).toEqual([{ lines: 12 }]);
  expect(call.arguments).toEqual({ lines: "12" });
});

test("P-LOOP-30 prepareArguments runs before validation and its result is what execute gets", async () => {
  const { tool: count, received } = counting({ prepareArguments: (args) => ({ lines: (args as { n: number }).n }) });
  await runToolCall(calls("count", { n: 3 }), options(count));
  expect(received).toEqual([{ lines: 3 }]);
});

test("arguments that were no JSON object are an error result", async () => {
  const { tool: count, received } = counting();
  const call = { ...calls("count"), argumentsError: "The arguments are not valid JSON: {" };
  const outcome = await runToolCall(call, options(count));
  expect(outcome.result.content).toEqual([{ type: "text", text: "The arguments are not valid JSON: {" }]);
  expect(received).toEqual([]);
});

test("P-LOOP-31 a blocked call gives an error result with the reason, and is not executed", async () => {
  const { tool: count, received } = counting();
  const seen: unknown[] = [];
  const blocked = await runToolCall(calls("count", { lines: "1" }), {
    ...options(count),
    beforeToolCall: async ({ args, toolCall }) => {
      seen.push(args, toolCall.arguments);
      return { block: true, reason: "not here" };
    },
  });
  expect(seen).toEqual([{ lines: 1 }, { lines: "1" }]);
  expect([blocked.isError, blocked.result.content]).toEqual([true, [{ type: "text", text: "not here" }]]);
  const silent = await runToolCall(calls("count", { lines: 1 }), {
    ...options(count),
    beforeToolCall: async () => ({ block: true }),
  });
  expect(silent.result.content).toEqual([{ type: "text", text: "The call was blocked." }]);
  const broken = await runToolCall(calls("count", { lines: 1 }), {
    ...options(count),
    beforeToolCall: async () => {
      throw new Error("policy unreadable");
    },
  });
  expect([broken.isError, broken.result.content]).toEqual([true, [{ type: "text", text: "policy unreadable" }]]);
  expect(received).toEqual([]);
});

test("P-LOOP-32 a tool that throws gives its message as an error; so does one that returns nothing", async () => {
  const throwing = tool("throws", async () => {
    throw new Error("no such file");
  });
  const synchronous = tool("sync", () => {
    throw new Error("at once");
  });
  const empty = tool("empty", async () => undefined as never);
  const failing = tool("fails", async () => textResult("exit 1", { isError: true, details: { code: 1 } }));
  const texts = [];
  for (const each of [throwing, synchronous, empty, failing]) {
    const { result, isError } = await runToolCall(calls(each.name), options(each));
    texts.push([isError, result.content[0]?.type === "text" && result.content[0].text]);
  }
  expect(texts).toEqual([
    [true, "no such file"],
    [true, "at once"],
    [true, "Tool empty gave no content."],
    [true, "exit 1"],
  ]);
});

test("P-LOOP-33 P-LOOP-34 updates become events until the tool has settled", async () => {
  let late: AgentToolUpdateCallback | undefined;
  const slow = tool("slow", async (_id, _params, _signal, onUpdate) => {
    late = onUpdate;
    onUpdate?.(textResult("half"));
    return textResult("whole");
  });
  const { events } = await run([[calls("slow")], [says("Done")]], {
    context: { tools: [slow] },
    onEvent: (event) => void (event.type === "tool_execution_end" && late?.(textResult("too late"))),
  });
  expect(events.filter((event) => event.type === "tool_execution_update")).toEqual([
    {
      type: "tool_execution_update",
      toolCallId: "call-slow",
      toolName: "slow",
      args: {},
      partialResult: textResult("half"),
    },
  ]);
  expect(types(events).indexOf("tool_execution_update")).toBeLessThan(types(events).indexOf("tool_execution_end"));
});

test("P-LOOP-35 afterToolCall replaces each field on its own", async () => {
  const full = textResult("secret", { details: { a: 1 }, structuredContent: { s: 1 }, usage: noUsage() });
  const ls = tool("ls", async () => full);
  const after = async (override: object) => {
    const { result, isError } = await runToolCall(calls("ls"), { ...options(ls), afterToolCall: async () => override });
    return { ...result, isError };
  };
  const plain = { ...full, isError: false };
  expect(await after({})).toEqual(plain);
  const content = [says("masked")];
  const { structuredContent: _dropped, ...withoutStructure } = plain;
  expect(await after({ content })).toEqual({ ...withoutStructure, content });
  expect(await after({ content, structuredContent: 2 })).toEqual({ ...plain, content, structuredContent: 2 });
  expect(await after({ details: 2 })).toEqual({ ...plain, details: 2 });
  expect(await after({ isError: true })).toEqual({ ...plain, isError: true });
  expect(await after({ terminate: true })).toEqual({ ...plain, terminate: true });
  expect(await after({ usage: undefined })).toEqual(plain);
});

test("a throwing afterToolCall hides the result: it may have been about to take something out", async () => {
  const outcome = await runToolCall(calls("ls"), {
    ...options(tool("ls")),
    afterToolCall: async () => {
      throw new Error("redaction failed");
    },
  });
  expect([outcome.isError, outcome.result.content]).toEqual([true, [{ type: "text", text: "redaction failed" }]]);
});

test("the intent comes after the permit and before the effect; where it cannot be recorded there is no effect", async () => {
  const order: string[] = [];
  const ls = tool("ls", async () => {
    order.push("effect");
    return textResult("listed");
  });
  const hooks = {
    beforeToolCall: async () => void order.push("permit") as undefined,
    onToolIntent: async () => void order.push("intent"),
  };
  const done = await runToolCall(calls("ls"), { ...options(ls), ...hooks });
  expect(order).toEqual(["permit", "intent", "effect"]);
  expect(typeof done.durationMs).toBe("number");
  const failed = await runToolCall(calls("ls"), {
    ...options(ls),
    onToolIntent: () => {
      throw new Error("disk full");
    },
  });
  expect(order).toEqual(["permit", "intent", "effect"]);
  expect([failed.isError, failed.result.content]).toEqual([
    true,
    [{ type: "text", text: "Not run, because it could not be recorded: disk full" }],
  ]);
  const blocked: unknown[] = [];
  await runToolCall(calls("ls"), {
    ...options(ls),
    beforeToolCall: async () => ({ block: true }),
    onToolIntent: (intent) => void blocked.push(intent),
  });
  expect(blocked).toEqual([]);
});

test("the result message carries details, usage and duration", async () => {
  const ls = tool("ls", async () => textResult("listed", { details: { n: 1 }, usage: noUsage() }));
  const { messages } = await run([[calls("ls")], [says("Done")]], { context: { tools: [ls] } });
  expect(messages[2]).toEqual({
    role: "toolResult",
    toolCallId: "call-ls",
    toolName: "ls",
    content: [{ type: "text", text: "listed" }],
    details: { n: 1 },
    usage: noUsage(),
    isError: false,
    timestamp: expect.any(Number),
    durationMs: expect.any(Number),
  });
});

function types(events: readonly AgentEvent[]): string[] {
  return events.map((event) => event.type);
}
