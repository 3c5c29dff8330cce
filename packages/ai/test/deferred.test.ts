import { expect, test } from "vitest";
import { openAIResponsesApi } from "../src/compat.ts";
import {
  type Context,
  createModels,
  createProvider,
  type DeferredHandle,
  fauxAssistantMessage,
  fauxProvider,
  lazyApi,
  type Model,
  streamSimple,
} from "../src/index.ts";
import { type Answer, startServer, status } from "./support/http-server.ts";
import { testModel } from "./support/models.ts";

const hello: Context = { messages: [{ role: "user", content: "hi", timestamp: 0 }] };
const keyless = { apiKey: { name: "none", resolve: async () => ({ auth: { apiKey: "key" } }) } };

test("a faux answer is deferred, pending for as long as the script says, then there, or failed, or cancelled", async () => {
  const faux = fauxProvider({ deferred: { pendingFetches: 1, pollAfterMs: 5 } });
  const models = createModels();
  models.setProvider(faux.provider);
  const model = faux.getModel();
  const failing = fauxAssistantMessage("", { stopReason: "error", errorMessage: "lost" });
  faux.setResponses([fauxAssistantMessage("later"), failing, fauxAssistantMessage("never")]);
  const defer = async (): Promise<DeferredHandle> => {
    const message = await models.completeSimple(model, hello, { deferred: { window: "1h" } });
    expect(message).toMatchObject({ stopReason: "deferred", content: [] });
    return message.deferred as DeferredHandle;
  };
  const handle = await defer();
  expect(handle).toEqual({ provider: "faux", modelId: "faux-1", api: "faux", id: "faux-deferred-1", pollAfterMs: 5 });
  expect(await models.fetchDeferred(model, handle)).toMatchObject({ stopReason: "deferred", deferred: handle });
  expect(await models.fetchDeferred(model, handle)).toMatchObject({ stopReason: "stop", content: [{ text: "later" }] });
  const lost = await defer();
  await models.fetchDeferred(model, lost);
  expect(await models.fetchDeferred(model, lost)).toMatchObject({ stopReason: "error", errorMessage: "lost" });
  const cancelled = await defer();
  await models.cancelDeferred(model, cancelled);
  expect((await models.fetchDeferred(model, cancelled)).errorMessage).toContain("was cancelled");
  expect(faux.state).toMatchObject({ callCount: 3, deferredFetchCount: 5, cancelledDeferred: [cancelled] });
  expect(fauxAssistantMessage("", { deferred: handle })).toMatchObject({ stopReason: "deferred", deferred: handle });
});

const output = [
  { type: "reasoning", id: "rs_1", summary: [{ text: "hm" }], encrypted_content: "x" },
  { type: "message", id: "msg_1", content: [{ type: "output_text", text: "done" }] },
  { type: "function_call", id: "fc_1", call_id: "call_1", name: "ls", arguments: '{"path":"."}' },
];
const usage = { input_tokens: 10, output_tokens: 5 };
const queued = status(200, { id: "resp_1", status: "queued", model: "test-model" });
const running = status(200, { id: "resp_1", status: "in_progress" });
const completed = status(200, { id: "resp_1", status: "completed", output, usage });

test("OpenAI goes on in the background, and the whole answer is fetched by its id", async () => {
  const { models, model, server } = await background(queued, running, completed);
  await using _server = server;
  const { deferred, stopReason } = await models.completeSimple(model, hello, { deferred: true, reasoning: "high" });
  expect(stopReason).toBe("deferred");
  expect(deferred).toMatchObject({ provider: "openai", modelId: "test-model", api: "openai-responses", id: "resp_1" });
  const handle: DeferredHandle = JSON.parse(JSON.stringify({ ...deferred, pollAfterMs: 1 }));
  expect((await models.fetchDeferred(model, handle)).stopReason).toBe("deferred");
  const message = await models.fetchDeferred(model, handle);
  expect(message).toMatchObject({
    stopReason: "toolUse",
    responseId: "resp_1",
    providerThinkingLevel: "high",
    content: [
      { type: "thinking", thinking: "hm" },
      { type: "text", text: "done" },
      { type: "toolCall", id: "call_1|fc_1", name: "ls", arguments: { path: "." } },
    ],
    usage: { input: 10, output: 5 },
  });
  const [asked, looked] = server.requests;
  expect(asked?.body).toMatchObject({ background: true, store: true });
  expect(asked?.body).not.toHaveProperty("stream");
  expect([looked?.url, looked?.method, looked?.headers.authorization]).toEqual([
    "/responses/resp_1",
    "GET",
    "Bearer key",
  ]);
});

test("with `wait` the answer is waited for; a failed or cancelled one is an error", async () => {
  const { models, model, server } = await background(running, running, completed);
  await using _server = server;
  const handle = { provider: "openai", modelId: model.id, api: model.api, id: "resp_1", pollAfterMs: 1 };
  expect((await models.fetchDeferred(model, handle, { wait: 60_000 })).stopReason).toBe("toolUse");
  expect(server.requests).toHaveLength(3);
  for (const [response, expected] of [
    [{ status: "failed", error: { code: "server_error", message: "It broke" } }, "It broke"],
    [{ status: "cancelled" }, "cancelled"],
  ] as const) {
    const failing = await background(status(200, { id: "resp_1", ...response }));
    await using _failing = failing.server;
    const message = await failing.models.fetchDeferred(failing.model, handle);
    expect([message.stopReason, message.errorMessage]).toEqual(["error", expect.stringContaining(expected)]);
  }
  const forgotten = await background(status(404, { error: { message: "No response resp_1" } }));
  await using _forgotten = forgotten.server;
  expect((await forgotten.models.fetchDeferred(forgotten.model, handle)).errorMessage).toContain("No response resp_1");
});

test("a deferred answer is cancelled at its vendor, and an abort stops the waiting", async () => {
  const { models, model, server } = await background(status(200, { id: "resp_1", status: "cancelled" }), running);
  await using _server = server;
  const handle = { provider: "openai", modelId: model.id, api: model.api, id: "resp_1" };
  await models.cancelDeferred(model, handle);
  expect(server.requests.map(({ url, method }) => `${method} ${url}`)).toEqual(["POST /responses/resp_1/cancel"]);
  const abort = new AbortController();
  const waiting = models.fetchDeferred(model, handle, {
    wait: 600_000,
    signal: abort.signal,
    onResponse: () => abort.abort(),
  });
  expect((await waiting).stopReason).toBe("aborted");
});

test("who cannot defer answers at once, and says so when asked for a handle's answer", async () => {
  const { models, server } = await background(sseAnswer);
  await using _server = server;
  const elsewhere = { ...testModel("openai-responses", { provider: "openai" }), baseUrl: server.url };
  const plain = { ...elsewhere, compat: { supportsBackground: false } };
  expect((await models.completeSimple(plain, hello, { deferred: true })).stopReason).toBe("stop");
  const none = createModels();
  none.setProvider(createProvider({ id: "p", auth: keyless, models: [], api: lazyApi(never) }));
  const model = testModel("x", { provider: "p" });
  const handle = { provider: "p", modelId: "m", api: "x", id: "1" };
  expect((await none.fetchDeferred(model, handle)).errorMessage).toBe("p has no answers that are fetched later.");
  await expect(none.cancelDeferred(model, handle)).rejects.toThrow("p has no answers that are fetched later.");
  expect([lazyApi(never).fetchDeferred, lazyApi(never, { fetchDeferred: true }).fetchDeferred]).toEqual([
    undefined,
    expect.any(Function),
  ]);
});

test("Azure keeps stored responses below its own address", async () => {
  await using server = await startServer(queued);
  const model = testModel("azure-openai-responses", { provider: "azure", baseUrl: `${server.url}/openai/v1` });
  const { deferred } = await streamSimple(model, hello, { apiKey: "key", deferred: true, env: NO_AZURE }).result();
  expect(deferred?.id).toBe("resp_1");
  expect(server.requests[0]?.url).toBe("/openai/v1/responses?api-version=v1");
});

const NO_AZURE = { AZURE_OPENAI_BASE_URL: "", AZURE_OPENAI_RESOURCE_NAME: "" };

const sseAnswer: Answer = (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const done = { type: "response.completed", response: { id: "r", status: "completed" } };
  response.end(`data: ${JSON.stringify(done)}\n\n`);
};

async function never(): Promise<never> {
  throw new Error("not to be loaded");
}

async function background(...answers: Answer[]) {
  const server = await startServer(...answers);
  const compat = { supportsMidConvoEffort: true };
  const model: Model = { ...testModel("openai-responses", { provider: "openai", compat }), baseUrl: server.url };
  const models = createModels();
  models.setProvider(createProvider({ id: "openai", auth: keyless, models: [model], api: openAIResponsesApi() }));
  return { server, model, models };
}
