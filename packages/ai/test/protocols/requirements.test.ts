/** Requirements of single protocols that the suites for all of them do not name. */
import { expect, test } from "vitest";
import { anthropicMessagesApi } from "../../src/compat.ts";
import {
  type AssistantMessageEvent,
  type Context,
  createModels,
  createProvider,
  fauxAssistantMessage,
  InMemoryCredentialStore,
  type SimpleStreamOptions,
  streamSimple,
} from "../../src/index.ts";
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

test("Anthropic gets the token of ANTHROPIC_AUTH_TOKEN as a bearer token, and a key as a key", async () => {
  const hello: Context = { messages: [{ role: "user", content: "hi", timestamp: 0 }] };
  await using server = await startServer(status(400, "{}"));
  const model = testModel("anthropic-messages", { provider: "anthropic", baseUrl: server.url });
  const token = { ANTHROPIC_OAUTH_TOKEN: "", ANTHROPIC_AUTH_TOKEN: "of-a-gateway\n", ANTHROPIC_API_KEY: "" };
  await streamSimple(model, hello, { env: token }).result();
  await streamSimple(model, hello, { env: token, apiKey: "given" }).result();
  expect(server.requests.map(({ headers }) => [headers.authorization, headers["x-api-key"]])).toEqual([
    ["Bearer of-a-gateway", undefined],
    [undefined, "given"],
  ]);
});

test("P-DIFF-8 Anthropic takes a key of the environment, and the token of a stored sign-in", async () => {
  const hello: Context = { messages: [{ role: "user", content: "hi", timestamp: 0 }] };
  await using server = await startServer(status(400, "{}"));
  const model = testModel("anthropic-messages", { provider: "anthropic", baseUrl: server.url });
  const env = { ANTHROPIC_OAUTH_TOKEN: "", ANTHROPIC_AUTH_TOKEN: "", ANTHROPIC_API_KEY: "sk-ant-api03-env" };
  await streamSimple(model, hello, { env }).result();
  const credentials = new InMemoryCredentialStore();
  const expires = Date.now() + 3_600_000;
  await credentials.modify("anthropic", async () => ({
    type: "oauth",
    access: "sk-ant-oat01-x",
    refresh: "r",
    expires,
  }));
  const models = createModels({ credentials });
  const toAuth = async ({ access }: { access: string }) => ({ apiKey: access });
  const oauth = { name: "sign-in", login: never, refresh: never, toAuth };
  models.setProvider(
    createProvider({ id: "anthropic", auth: { oauth }, models: [model], api: anthropicMessagesApi() }),
  );
  await models.completeSimple(model, hello);
  const sent = server.requests.map(({ headers }) => [headers["x-api-key"], headers.authorization]);
  expect(sent).toEqual([
    ["sk-ant-api03-env", undefined],
    [undefined, "Bearer sk-ant-oat01-x"],
  ]);
});

test("R43 Azure's address is made of the resource's name, and models go by the names of its deployments", async () => {
  const asked: string[] = [];
  const bodies: unknown[] = [];
  const model = testModel("azure-openai-responses", { provider: "azure", baseUrl: "" });
  const env = {
    AZURE_OPENAI_BASE_URL: "",
    AZURE_OPENAI_RESOURCE_NAME: "mine",
    AZURE_OPENAI_DEPLOYMENT_NAME_MAP: "other=x, test-model = fast",
  };
  const fetch: typeof globalThis.fetch = async (url, init) => {
    asked.push(String(url));
    bodies.push(JSON.parse(String(init?.body)).model);
    return new Response("{}", { status: 400 });
  };
  await streamSimple(model, { messages: [] }, { apiKey: "k", env, fetch, maxRetries: 0 }).result();
  expect([asked, bodies]).toEqual([["https://mine.openai.azure.com/openai/v1/responses?api-version=v1"], ["fast"]]);
});

test("R40 thoughts and text of Google are blocks of their own, in the order they came", async () => {
  const part = (text: string, thought?: true) => ({
    candidates: [{ content: { parts: [{ text, ...(thought && { thought }) }] } }],
  });
  const end = { candidates: [{ content: { parts: [] }, finishReason: "STOP" }] };
  const answer = sse(part("a", true), part("b", true), part("c"), part("d", true), part("e"), end);
  const { message } = await ask("google-generative-ai", answer);
  expect(message.content).toMatchObject([
    { type: "thinking", thinking: "ab" },
    { type: "text", text: "c" },
    { type: "thinking", thinking: "d" },
    { type: "text", text: "e" },
  ]);
});

test.each(["SAFETY", "PROHIBITED_CONTENT", "MALFORMED_FUNCTION_CALL", "RECITATION", "SPII"])(
  "R37 Google's %s is an error that keeps the vendor's word",
  async (finishReason) => {
    const { message } = await ask("google-generative-ai", sse({ candidates: [{ finishReason }] }));
    expect([message.stopReason, message.rawStopReason]).toEqual(["error", finishReason]);
  },
);

test("R382 ids of calls with signs that the Responses API refuses are put into its form, with their results", async () => {
  await using server = await startServer(status(400, "{}"));
  const model = testModel("openai-responses", { baseUrl: server.url });
  const call = { type: "toolCall" as const, id: "read:0/ä b", name: "read", arguments: {} };
  const answer = { ...fauxAssistantMessage([call]), provider: "elsewhere" };
  const result = { role: "toolResult" as const, toolCallId: call.id, toolName: "read", content: [], isError: false };
  await streamSimple(model, { messages: [answer, { ...result, timestamp: 0 }] }, { apiKey: "k" }).result();
  expect(server.requests[0]?.body.input).toMatchObject([{ call_id: "read_0___b" }, { call_id: "read_0___b" }]);
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

function never(): never {
  throw new Error("not to be called");
}
