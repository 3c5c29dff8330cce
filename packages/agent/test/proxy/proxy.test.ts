import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type AssistantContent,
  type AssistantMessage,
  type AssistantMessageEvent,
  type AssistantMessageEventStream,
  createFauxCore,
  streamSimple,
  type Usage,
} from "@tau/ai";
import { afterEach, expect, test } from "vitest";
import { type ProxyAssistantMessageEvent, type StreamFn, streamProxy } from "../../src/index.ts";
import { authenticateByToken, createProxyHandler, type ProxyHandlerOptions, serveProxy } from "../../src/node.ts";
import { user } from "../support/events.ts";
import { paced } from "../support/paced-model.ts";
import { answerOf, model, noUsage, says, scripted } from "../support/scripted-model.ts";
import { tool } from "../support/tools.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const context = { messages: [{ role: "user" as const, content: "Hi", timestamp: 1 }] };

async function proxyFor(streamFn: StreamFn, fields: Partial<ProxyHandlerOptions<string>> = {}) {
  const handler = createProxyHandler<string>({
    authenticate: authenticateByToken({ ann: "token-1", bob: "token-2" }),
    findModel: ({ id }) => (id === model.id ? model : undefined),
    streamFn,
    ...fields,
  });
  const server = await serveProxy(handler);
  closing.push(() => server.close());
  return { proxyUrl: server.url, authToken: "token-1", maxRetries: 0 };
}

/** A server that answers whatever the test says. */
async function rawServer(answer: (request: IncomingMessage, body: string) => { status?: number; body: string }) {
  const server: Server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { status = 200, body: text } = answer(request, body);
    response.writeHead(status, { "content-type": "text/event-stream" }).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return { proxyUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, authToken: "t", maxRetries: 0 };
}

function frames(...events: unknown[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
}

const content: AssistantContent[] = [
  { type: "thinking", thinking: "Let me think about it.", thinkingSignature: "sig-1" },
  { type: "thinking", thinking: "", thinkingSignature: "sealed", redacted: true },
  { type: "text", text: "Grüße, 世界! Here it comes:", textSignature: "sig-2" },
  {
    type: "toolCall",
    id: "c1",
    name: "write",
    arguments: { path: "a.txt", text: "line\n".repeat(50), deep: [1, { a: null }] },
  },
  { type: "toolCall", id: "c2", name: "ls", arguments: {}, thoughtSignature: "sig-3" },
];

/** Every event with the message as it stood at that moment. */
async function snapshots(stream: AssistantMessageEventStream): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const event of stream) seen.push(structuredClone(withoutTimes(event)));
  return seen;
}

function withoutTimes(event: AssistantMessageEvent): unknown {
  const strip = ({ timestamp: _timestamp, durationMs: _duration, ...message }: AssistantMessage) => message;
  if (event.type === "done") return { ...event, message: strip(event.message) };
  if (event.type === "error") return { ...event, error: strip(event.error) };
  return { ...event, partial: strip(event.partial) };
}

test("P-LOOP-56 the events and every partial message are those of a direct stream", async () => {
  const streamFn = paced(content);
  const direct = await snapshots(await streamFn(model, context));
  const handler = createProxyHandler({ authenticate: () => "ann", findModel: () => model, streamFn });
  const proxied = await snapshots(
    streamProxy(model, context, {
      proxyUrl: "http://proxy.test",
      authToken: "t",
      fetch: async (url, init) => await handler(new Request(url, init)),
    }),
  );
  expect(proxied.length).toBeGreaterThan(50);
  expect(proxied).toEqual(direct);
});

test("over a socket the answer is the same, however the bytes are cut", async () => {
  const direct = await (await paced(content)(model, context)).result();
  const proxied = await streamProxy(model, context, await proxyFor(paced(content))).result();
  const times = { timestamp: 0, durationMs: 0 };
  expect({ ...proxied, ...times }).toEqual({ ...direct, ...times });
});

test("the server gets the model's name, the context and the options that travel, and no key", async () => {
  let seen: { authorization: string | undefined; body: Record<string, unknown> } | undefined;
  const options = await rawServer((request, body) => {
    seen = { authorization: request.headers.authorization, body: JSON.parse(body) };
    return { body: frames({ type: "start" }, { type: "done", reason: "stop", usage: noUsage() }) };
  });
  const secretModel = { ...model, headers: { "x-api-key": "sk-model" } };
  const given = {
    ...options,
    temperature: 0.5,
    reasoning: "low" as const,
    apiKey: "sk-provider",
    headers: { Authorization: "Bearer sk-header", "x-trace": "1" },
  };
  const result = await streamProxy(secretModel, { ...context, tools: [tool("ls")] }, given).result();
  expect(result.stopReason).toBe("stop");
  expect(seen?.authorization).toBe("Bearer t");
  expect(seen?.body).toEqual({
    model: { provider: "script", id: "scripted-1", api: "scripted" },
    context: { ...context, tools: [{ name: "ls", description: "ls", parameters: expect.any(Object) }] },
    options: { temperature: 0.5, reasoning: "low", headers: { "x-trace": "1" } },
  });
  expect(JSON.stringify(seen)).not.toContain("sk-");
});

test("P-LOOP-57 an abort cancels the request up to the model and gives an aborted answer with what had arrived", async () => {
  const cancelled = Promise.withResolvers<void>();
  const { streamFn } = scripted((request, stream) => {
    const partial = answerOf([says("Hel")], { stopReason: "pending" });
    stream.push({ type: "start", partial });
    stream.push({ type: "text_start", contentIndex: 0, partial });
    stream.push({ type: "text_delta", contentIndex: 0, delta: "Hel", partial });
    request.options.signal?.addEventListener("abort", () => {
      cancelled.resolve();
      stream.push({ type: "error", reason: "aborted", error: { ...partial, stopReason: "aborted" } });
    });
  });
  const controller = new AbortController();
  const stream = streamProxy(model, context, { ...(await proxyFor(streamFn)), signal: controller.signal });
  for await (const event of stream) if (event.type === "text_delta") controller.abort();
  const answer = await stream.result();
  expect([answer.stopReason, answer.content, answer.error]).toEqual(["aborted", [says("Hel")], { code: "aborted" }]);
  await cancelled.promise;
});

test("P-LOOP-58 every refusal of the server is an answer that failed, with its words", async () => {
  const { streamFn } = scripted();
  const good = await proxyFor(streamFn, { maxBodyBytes: 2000 });
  const cases: [string, number, Promise<AssistantMessage>][] = [
    ["The token is missing", 401, streamProxy(model, context, { ...good, authToken: "wrong" }).result()],
    ["does not offer script/other", 404, streamProxy({ ...model, id: "other" }, context, good).result()],
    ["longer than 2000 bytes", 413, streamProxy(model, { messages: [long()] }, good).result()],
  ];
  for (const [text, status, answer] of cases) {
    const { stopReason, errorMessage, error } = await answer;
    expect([text, stopReason, error?.status]).toEqual([text, "error", status]);
    expect(errorMessage).toContain(text);
    expect(errorMessage).toContain("The proxy");
  }
});

test("a server that cannot be reached, that breaks off, or that talks nonsense is an answer that failed", async () => {
  const closed = await proxyFor(scripted().streamFn);
  await closing.pop()?.();
  expect((await streamProxy(model, context, closed).result()).error).toMatchObject({ code: "network" });
  for (const [body, message] of [
    [frames({ type: "start" }), "before the answer was complete"],
    ["data: {nonsense\n\n", "not an event"],
    [frames({ type: "text_delta", contentIndex: 3, delta: "x" }), "block 3, which it never started"],
  ] as const) {
    const answer = await streamProxy(model, context, await rawServer(() => ({ body }))).result();
    expect([answer.stopReason, answer.errorMessage]).toEqual(["error", expect.stringContaining(message)]);
  }
});

test("a failure of the model comes through with its code and without the vendor's own words", async () => {
  const error = answerOf([], {
    stopReason: "error",
    errorMessage: "Slow down.",
    error: { code: "rate-limit", status: 429, retryAfterMs: 7, body: "internal" },
  });
  const { streamFn } = scripted((_, stream) => stream.push({ type: "error", reason: "error", error }));
  const answer = await streamProxy(model, context, await proxyFor(streamFn)).result();
  expect([answer.stopReason, answer.errorMessage, answer.error]).toEqual([
    "error",
    "Slow down.",
    { code: "rate-limit", status: 429, retryAfterMs: 7 },
  ]);
});

test("the server uses its own key, address and headers, and counts what each user used", async () => {
  const usage: Usage = { ...noUsage(), input: 3, totalTokens: 3 };
  const counted: unknown[] = [];
  const { streamFn, requests } = scripted((_, stream) =>
    stream.push({ type: "done", reason: "stop", message: answerOf([says("A")], { usage }) }),
  );
  const options = await proxyFor(streamFn, {
    getApiKey: (provider, name) => `${provider}-key-of-${name}`,
    onUsage: (name, used, spent) => void counted.push([name, used.id, spent.input]),
  });
  const tricked = { ...model, baseUrl: "http://127.0.0.1:1/evil", headers: { "x-evil": "1" } };
  await streamProxy(tricked, context, { ...options, authToken: "token-2", headers: { "x-evil": "2" } }).result();
  expect(requests[0]?.model).toEqual(model);
  expect(requests[0]?.options).toEqual({ apiKey: "script-key-of-bob", signal: expect.any(AbortSignal) });
  expect(counted).toEqual([["bob", "scripted-1", 3]]);
});

test("no option of a client sends the server's key elsewhere, or chooses a model that is not offered", async () => {
  const thefts: unknown[] = [];
  const thief = await rawServer(({ headers }) => {
    thefts.push(headers);
    return { body: "" };
  });
  const asked: string[] = [];
  const vendor = await rawServer((_request, body) => {
    asked.push((JSON.parse(body) as { model: string }).model);
    return { body: frames({ choices: [{ delta: { content: "ok" }, finish_reason: "stop" }] }, "[DONE]") };
  });
  const azure = { ...model, api: "openai-completions", provider: "azure", id: "offered", baseUrl: vendor.proxyUrl };
  const { proxyUrl } = await proxyFor(streamSimple, { findModel: () => azure, getApiKey: () => "the-servers-key" });
  const options = {
    azureBaseUrl: thief.proxyUrl,
    ca: "x",
    samplingParams: { top_p: 0.5, model: "dearer", models: ["dearest"] },
    maxTokens: 5,
  };
  const response = await fetch(`${proxyUrl}/api/stream`, {
    method: "POST",
    headers: { authorization: "Bearer token-1" },
    body: JSON.stringify({ model: { provider: "azure", id: "offered" }, context, options }),
  });
  expect(await response.text()).toContain('"type":"done"');
  expect([thefts, asked]).toEqual([[], ["offered"]]);
});

test("a client that was gone before the model is asked, and a counter that fails, cost no more than they must", async () => {
  const { streamFn, requests } = scripted((_, stream) =>
    stream.push({ type: "done", reason: "stop", message: answerOf([says("A")]) }),
  );
  const failures: unknown[] = [];
  const handler = createProxyHandler<string>({
    authenticate: () => "ann",
    findModel: () => model,
    streamFn,
    onUsage: () => {
      throw new Error("the ledger is full");
    },
    onError: (error) => failures.push(error),
  });
  const request = new Request("http://127.0.0.1/api/stream", {
    method: "POST",
    headers: { authorization: "Bearer token-1" },
    body: JSON.stringify({ model: { provider: model.provider, id: model.id }, context }),
    signal: AbortSignal.abort(),
  });
  await (await handler(request)).text();
  expect(requests[0]?.options.signal?.aborted).toBe(true);
  expect(failures).toEqual([new Error("the ledger is full")]);
});

test("what is not a request is refused before a model is asked", async () => {
  const { proxyUrl } = await proxyFor(scripted().streamFn);
  const post = (body: string) =>
    fetch(`${proxyUrl}/api/stream`, { method: "POST", body, headers: { authorization: "Bearer token-1" } });
  const refused: [Response, number][] = [
    [await fetch(`${proxyUrl}/other`, { method: "POST", body: "{}" }), 404],
    [await fetch(`${proxyUrl}/api/stream`), 405],
    [await fetch(`${proxyUrl}/api/stream`, { method: "POST", body: "{}" }), 401],
    [await post("{nonsense"), 400],
    [await post("[]"), 400],
    [await post('{"model":{"id":"x"}}'), 400],
    [await post('{"model":{"id":"x","provider":"y"},"context":{}}'), 400],
    [await post('{"model":{"id":"x","provider":"y"},"context":{"messages":[]},"options":1}'), 400],
  ];
  for (const [response, status] of refused) {
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: { message: expect.any(String), code: expect.any(String) } });
  }
});

test("the wire carries deltas only: its length grows with the text, not with its square", async () => {
  const text = "word ".repeat(2000);
  const faux = createFauxCore({ tokenSize: { min: 1, max: 1 } });
  faux.setResponses([answerOf([says(text)])]);
  const { proxyUrl } = await proxyFor(faux.streamSimple, { findModel: () => faux.models[0] });
  const response = await fetch(`${proxyUrl}/api/stream`, {
    method: "POST",
    headers: { authorization: "Bearer token-1" },
    body: JSON.stringify({ model: { provider: "faux", id: "x" }, context, options: {} }),
  });
  const wire = await response.text();
  const deltas = wire.split("\n\n").filter((frame) => frame.includes("text_delta"));
  const parsed = deltas.map((frame) => JSON.parse(frame.slice(6)) as ProxyAssistantMessageEvent);
  expect(parsed.map((event) => ("delta" in event ? event.delta : "")).join("")).toBe(text);
  expect(deltas.length).toBeGreaterThan(1000);
  expect(Math.max(...deltas.map((frame) => frame.length))).toBeLessThan(100);
});

function long() {
  return { ...(user("x") as (typeof context.messages)[0]), content: "x".repeat(3000) };
}
