import { expect, test } from "vitest";
import { AiError, type AssistantMessageEvent, MessageAssembler, RequestError } from "../../src/index.ts";
import { testModel } from "../support/models.ts";

const model = testModel("openai-completions");

test("blocks become events in a legal order with one live message", async () => {
  const assembler = new MessageAssembler(model);
  const thinking = assembler.startThinking();
  thinking.append("hm");
  thinking.end();
  const text = assembler.startText();
  text.append("Hel");
  text.append("");
  text.append("lo");
  assembler.finish("stop");
  const events = await Array.fromAsync(assembler.stream);
  expect(events.map(shape)).toEqual([
    "start",
    "thinking_start 0",
    "thinking_delta 0 hm",
    "thinking_end 0 hm",
    "text_start 1",
    "text_delta 1 Hel",
    "text_delta 1 lo",
    "text_end 1 Hello",
    "done stop",
  ]);
  for (const event of events) if ("partial" in event) expect(event.partial).toBe(assembler.message);
});

test("interleaved calls keep their index, their snapshots grow, and the end is a strict parse", async () => {
  const assembler = new MessageAssembler(model);
  const first = assembler.startToolCall("a", "write");
  const second = assembler.startToolCall("b", "read");
  first.append('{"path":"x","con');
  expect(first.content.arguments).toEqual({ path: "x" });
  second.append('{"path":"y"}');
  first.append('tent":"hello');
  expect(JSON.stringify(assembler.message.content[0])).toBe(
    '{"type":"toolCall","id":"a","name":"write","arguments":{"path":"x","content":"hello"}}',
  );
  first.append('"}');
  second.end();
  assembler.finish("stop");
  expect(await assembler.stream.result()).toMatchObject({
    stopReason: "toolUse",
    content: [
      { type: "toolCall", id: "a", name: "write", arguments: { path: "x", content: "hello" } },
      { type: "toolCall", id: "b", name: "read", arguments: { path: "y" } },
    ],
  });
  const ends = (await Array.fromAsync(assembler.stream)).filter((event) => event.type === "toolcall_end");
  expect(ends.map(({ contentIndex }) => contentIndex)).toEqual([1, 0]);
});

test("P-AI-17/18 an ended or failed call is plain data", () => {
  const assembler = new MessageAssembler(model);
  assembler.addToolCall("a", "ls", "");
  const open = assembler.startToolCall("b", "write");
  open.append('{"path":"x');
  assembler.fail(new Error("gone"));
  expect(assembler.message.content).toStrictEqual([
    { type: "toolCall", id: "a", name: "ls", arguments: {} },
    { type: "toolCall", id: "b", name: "write", arguments: { path: "x" } },
  ]);
  for (const block of assembler.message.content) {
    expect(Object.getOwnPropertyDescriptor(block, "arguments")).toHaveProperty("value");
  }
});

test("arguments that are no JSON object are reported for the model to read", () => {
  const assembler = new MessageAssembler(model);
  const cut = assembler.addToolCall("a", "ls", '{"path": ');
  const list = assembler.addToolCall("b", "ls", "[1]");
  const repaired = assembler.addToolCall("c", "ls", '{"path":"a\nb\\p"}');
  expect([cut.content, list.content, repaired.content]).toEqual([
    {
      type: "toolCall",
      id: "a",
      name: "ls",
      arguments: {},
      argumentsError: 'The arguments are not valid JSON: {"path": ',
    },
    {
      type: "toolCall",
      id: "b",
      name: "ls",
      arguments: {},
      argumentsError: "The arguments are JSON, but not an object: [1]",
    },
    { type: "toolCall", id: "c", name: "ls", arguments: { path: "a\nb\\p" } },
  ]);
});

test("P-AI-19/21 a failure keeps the content, the usage and says why; only the first end counts", async () => {
  const assembler = new MessageAssembler(model);
  assembler.startText().append("half");
  assembler.reportUsage({ input: 1_000_000, output: 100_000, cacheRead: 10 });
  assembler.fail(new RequestError("Too fast.", { code: "rate-limit", status: 429, retryAfterMs: 5 }));
  assembler.finish("stop");
  const message = await assembler.stream.result();
  expect(message).toMatchObject({
    content: [{ type: "text", text: "half" }],
    stopReason: "error",
    errorMessage: "Too fast.",
    error: { code: "rate-limit", status: 429, retryAfterMs: 5 },
    usage: { input: 1_000_000, output: 100_000, cacheRead: 10, cacheWrite: 0, totalTokens: 1_100_010 },
  });
  expect(message.usage.cost).toEqual({ input: 1, output: 1, cacheRead: 0.000001, cacheWrite: 0, total: 2.000001 });
});

test("P-AI-21 what is no count is not counted", async () => {
  const assembler = new MessageAssembler(model);
  assembler.reportUsage({ input: 5, output: 3 });
  assembler.reportUsage({ input: Number.NaN, output: -1, cacheRead: Number.POSITIVE_INFINITY });
  assembler.finish("stop");
  const { usage } = await assembler.stream.result();
  expect(usage).toMatchObject({ input: 5, output: 3, cacheRead: 0, cacheWrite: 0, totalTokens: 8 });
});

test("a failure after the end changes nothing", async () => {
  const assembler = new MessageAssembler(model);
  assembler.finish("length");
  assembler.fail(new Error("too late"));
  expect(await assembler.stream.result()).toMatchObject({ stopReason: "length" });
  expect(assembler.message).not.toHaveProperty("errorMessage");
});

test("P-AI-19 an aborted signal wins over whatever was thrown", async () => {
  const assembler = new MessageAssembler(model);
  assembler.fail(new Error("socket closed"), AbortSignal.abort());
  expect(await assembler.stream.result()).toMatchObject({ stopReason: "aborted", error: { code: "aborted" } });
});

test("what an error of ours means to an answer is kept", async () => {
  const codeOf = async (error: Error) => {
    const assembler = new MessageAssembler(model);
    assembler.fail(error);
    return (await assembler.stream.result()).error?.code;
  };
  expect(await codeOf(new AiError("x", { code: "auth" }))).toBe("auth");
  expect(await codeOf(new AiError("x", { code: "unknown-model" }))).toBe("invalid-request");
  expect(await codeOf(new Error("x"))).toBe("unknown");
});

test("P-AI-20 a thrown value that is no error appears as its JSON", async () => {
  const assembler = new MessageAssembler(model);
  assembler.fail({ status: 7 });
  expect((await assembler.stream.result()).errorMessage).toBe('{"status":7}');
});

test("P-AI-20 what JSON cannot show still ends the answer", async () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  for (const [thrown, text] of [
    [circle, "Something was thrown that cannot be shown."],
    [12n, "12"],
  ]) {
    const assembler = new MessageAssembler(model);
    assembler.fail(thrown);
    expect(await assembler.stream.result()).toMatchObject({ stopReason: "error", errorMessage: text });
  }
});

test("a model that repeats one bracket leaves arguments that can be copied and written", async () => {
  const assembler = new MessageAssembler(model);
  const call = assembler.startToolCall("a", "write");
  call.append(`{"path":"x","content":${"[".repeat(200_000)}`);
  assembler.fail(new Error("gone"));
  const { content } = await assembler.stream.result();
  expect(JSON.parse(JSON.stringify(content))).toEqual(content);
  expect(content).toMatchObject([{ id: "a", arguments: { path: "x" } }]);
});

test("what a block is given after the end is not part of the answer", async () => {
  const assembler = new MessageAssembler(model);
  const text = assembler.startText();
  text.append("before");
  assembler.fail(new Error("gone"));
  text.append(" after");
  expect((await assembler.stream.result()).content).toEqual([{ type: "text", text: "before" }]);
});

function shape(event: AssistantMessageEvent): string {
  const parts: unknown[] = [event.type];
  if ("contentIndex" in event) parts.push(event.contentIndex);
  if ("delta" in event) parts.push(event.delta);
  if ("content" in event) parts.push(event.content);
  if ("reason" in event) parts.push(event.reason);
  return parts.join(" ");
}
