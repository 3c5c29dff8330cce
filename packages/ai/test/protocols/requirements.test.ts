/** Requirements of single protocols that the suites for all of them do not name. */
import { expect, test } from "vitest";
import { type AssistantMessageEvent, type SimpleStreamOptions, streamSimple } from "../../src/index.ts";
import { awsFrame } from "../support/dialects/bedrock-converse-stream.ts";
import { dialects } from "../support/dialects/index.ts";
import { type Answer, sse, startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

test.each(dialects)("P-AI-12/26 $api returns before the first byte and fails as an event", async ({ api, model }) => {
  const nowhere = testModel(api, { ...model, baseUrl: "http://127.0.0.1:1" });
  const stream = streamSimple(nowhere, { messages: [] }, { apiKey: "k", maxRetries: 0 });
  expect(stream[Symbol.asyncIterator]).toBeTypeOf("function");
  const events = await Array.fromAsync(stream);
  const last = events.at(-1) as Extract<AssistantMessageEvent, { type: "error" }>;
  expect(events.map(({ type }) => type)).toEqual(["start", "error"]);
  expect(await stream.result()).toBe(last.error);
  expect(last.error.errorMessage).toContain("Nothing accepts connections at 127.0.0.1:1");
});

test("P-AI-67 Bedrock's text, which has no start of its own, gets one before its first delta", async () => {
  const frames = [
    awsFrame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "hi" } }),
    awsFrame("contentBlockStop", { contentBlockIndex: 0 }),
    awsFrame("messageStop", { stopReason: "end_turn" }),
  ];
  await using server = await startServer((response) => void response.end(Buffer.concat(frames)));
  const model = testModel("bedrock-converse-stream", { baseUrl: server.url });
  const events = await Array.fromAsync(streamSimple(model, { messages: [] }, { apiKey: "k" }));
  expect(events.map(({ type }) => type)).toEqual(["start", "text_start", "text_delta", "text_end", "done"]);
});

test("R39 a signature changes the thought and tells nobody", async () => {
  const answer = sse(
    { type: "message_start", message: { id: "m" } },
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "s1" } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "s2" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" } },
    { type: "message_stop" },
  );
  const { events, message } = await ask("anthropic-messages", answer);
  expect(events).toEqual(["start", "thinking_start", "thinking_end", "done"]);
  expect(message.content).toEqual([{ type: "thinking", thinking: "", thinkingSignature: "s1s2" }]);
});

test("R37/R381 stop reasons of Anthropic, known and unknown, end the stream once", async () => {
  const ended = async (reason: string) => {
    const answer = sse({ type: "message_delta", delta: { stop_reason: reason } }, { type: "message_stop" });
    const { message, events } = await ask("anthropic-messages", answer);
    return [message.stopReason, message.rawStopReason, events.length];
  };
  expect(await ended("pause_turn")).toEqual(["stop", "pause_turn", 2]);
  expect(await ended("refusal")).toEqual(["error", "refusal", 2]);
  expect(await ended("sensitive")).toEqual(["error", "sensitive", 2]);
});

test("R37 a response that was cancelled, or is done but failed, is an error", async () => {
  const failed = (type: string, response: object) => ask("openai-responses", sse({ type, response }));
  const cases = await Promise.all([
    failed("response.done", { id: "r", status: "cancelled" }),
    failed("response.cancelled", { id: "r", status: "cancelled" }),
    failed("response.done", { id: "r", status: "failed", error: { code: "server_error", message: "boom" } }),
  ]);
  expect(cases.map(({ message }) => [message.stopReason, message.errorMessage])).toEqual([
    ["error", "test failed: cancelled. Try again, or choose another model."],
    ["error", "test failed: cancelled. Try again, or choose another model."],
    ["error", "test failed: server_error: boom. Try again, or choose another model."],
  ]);
});

test("R35 a server that sends arguments only at the end still fills the call", async () => {
  const item = { type: "function_call", id: "fc", call_id: "c", name: "read" };
  const { message } = await ask(
    "openai-responses",
    sse(
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.function_call_arguments.done", output_index: 0, arguments: '{"path":"a"}' },
      { type: "response.completed", response: { id: "r", status: "completed" } },
    ),
  );
  expect(message.content).toMatchObject([{ id: "c|fc", arguments: { path: "a" } }]);
});

test("how long prompts are cached is the caller's choice, else the environment's", async () => {
  const ttl = async (options: SimpleStreamOptions) => {
    const { body } = await ask("anthropic-messages", status(400, "{}"), options);
    const { system } = body as { system?: { cache_control?: { ttl?: string } }[] };
    return system?.[0]?.cache_control;
  };
  expect(await ttl({})).toEqual({ type: "ephemeral" });
  expect(await ttl({ env: { PI_CACHE_RETENTION: "long" } })).toEqual({ type: "ephemeral", ttl: "1h" });
  expect(await ttl({ env: { TAU_CACHE_RETENTION: "none", PI_CACHE_RETENTION: "long" } })).toBe(undefined);
  expect(await ttl({ cacheRetention: "short", env: { TAU_CACHE_RETENTION: "long" } })).toEqual({ type: "ephemeral" });
  expect(await ttl({ env: { TAU_CACHE_RETENTION: "forever" } })).toEqual({ type: "ephemeral" });
});

async function ask(api: string, answer: Answer, options: SimpleStreamOptions = {}) {
  await using server = await startServer(answer);
  const model = testModel(api, { baseUrl: server.url });
  const stream = streamSimple(model, { systemPrompt: "s", messages: [] }, { apiKey: "k", maxRetries: 0, ...options });
  const events = (await Array.fromAsync(stream)).map(({ type }) => type);
  return { events, message: await stream.result(), body: server.requests[0]?.body };
}
