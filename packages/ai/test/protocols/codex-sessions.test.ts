import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type ModelScript, startModelServer } from "@tau/testkit";
import { expect, test } from "vitest";
import {
  closeOpenAICodexWebSocketSessions,
  getOpenAICodexWebSocketDebugStats,
  resetOpenAICodexWebSocketDebugStats,
} from "../../src/compat.ts";
import {
  type AssistantMessage,
  type Context,
  cleanupSessionResources,
  type Message,
  type SimpleStreamOptions,
  streamSimple,
} from "../../src/index.ts";
import { sse, startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const user = (content: string): Message => ({ role: "user", content, timestamp: 0 });
const answers: ModelScript = [{ thinking: "hm", text: "one" }, { text: "two" }, { text: "three" }];
const cached: SimpleStreamOptions = { transport: "websocket-cached", sessionId: "codex-session" };

/** Turns of one conversation, each with the options given for it. */
async function converse(script: ModelScript, turns: SimpleStreamOptions[], change: Partial<Context>[] = []) {
  await using server = await startModelServer({ script });
  const model = testModel("openai-codex-responses", { baseUrl: server.endpoint("openai-codex-responses") });
  const messages: Message[] = [];
  const answered: AssistantMessage[] = [];
  for (const [index, options] of turns.entries()) {
    messages.push(user(`question ${index}`));
    const context = { systemPrompt: "Be brief.", messages, ...change[index] };
    const answer = await streamSimple(model, context, { apiKey: "k", maxRetries: 0, ...options }).result();
    messages.push(answer);
    answered.push(answer);
  }
  cleanupSessionResources();
  const requests = server.requests.map(({ body, headers }) => ({
    connection: headers["sec-websocket-key"],
    ...(body as { previous_response_id?: string; input: object[] }),
  }));
  return { answered, requests, connections: new Set(requests.map(({ connection }) => connection)).size };
}

test("a session keeps its connection, and with the cache sends only what the server does not have", async () => {
  const { answered, requests, connections } = await converse(answers, [cached, cached, cached]);
  expect(answered.map(({ content }) => content.at(-1))).toMatchObject(
    ["one", "two", "three"].map((text) => ({ text })),
  );
  expect(connections).toBe(1);
  expect(requests.map((request) => request.previous_response_id)).toEqual([
    undefined,
    answered[0]?.responseId,
    answered[1]?.responseId,
  ]);
  expect(requests.map(({ input }) => input.length)).toEqual([1, 1, 1]);
  expect(requests[2]?.input).toEqual([{ role: "user", content: [{ type: "input_text", text: "question 2" }] }]);
  expect(requests[1]).not.toHaveProperty("stream");
});

test("without the cache the connection is kept but everything is sent", async () => {
  const plain: SimpleStreamOptions = { transport: "websocket", sessionId: "plain-session" };
  const { requests, connections } = await converse(answers, [plain, plain]);
  expect([connections, requests[1]?.previous_response_id]).toEqual([1, undefined]);
  expect(requests[1]?.input.length).toBeGreaterThan(2);
});

test("without a session, or where nothing is to be cached, each turn has a connection of its own", async () => {
  const nameless = await converse(answers, [{ transport: "websocket-cached" }, { transport: "websocket-cached" }]);
  const uncached = { ...cached, cacheRetention: "none" as const };
  expect(nameless.connections).toBe(2);
  expect((await converse(answers, [uncached, uncached])).connections).toBe(2);
});

test("whatever changes before the last turn is sent whole", async () => {
  const { requests, connections } = await converse(answers, [cached, cached], [{}, { systemPrompt: "Be long." }]);
  expect([connections, requests[1]?.previous_response_id]).toEqual([1, undefined]);
  expect(requests[1]?.input.length).toBeGreaterThan(2);
});

test("a connection that died, and a server that forgot, get the whole request on a new one", async () => {
  for (const failure of ["reset", "server"] as const) {
    const script: ModelScript = [{ text: "one" }, { failure }, { text: "two" }];
    const { answered, requests, connections } = await converse(script, [cached, cached]);
    expect(answered[1]).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "two" }] });
    expect(connections).toBe(2);
    expect(requests.map(({ previous_response_id: id }) => id)).toEqual([undefined, answered[0]?.responseId, undefined]);
  }
});

test("a session without WebSockets stays with events, and is not asked again", async () => {
  const end = { type: "response.completed", response: { id: "r", status: "completed" } };
  await using server = await startServer(sse(end));
  const model = testModel("openai-codex-responses", { baseUrl: server.url });
  for (const _turn of [1, 2]) {
    const options = { apiKey: "k", transport: "websocket-cached" as const, sessionId: "no-sockets" };
    expect((await streamSimple(model, { messages: [] }, options).result()).stopReason).toBe("stop");
  }
  expect(server.requests.map(({ headers }) => headers.upgrade ?? "events")).toEqual(["websocket", "events", "events"]);
  cleanupSessionResources();
});

test("how the requests of a session travelled can be asked for, and forgotten", async () => {
  resetOpenAICodexWebSocketDebugStats();
  const counted = { ...cached, sessionId: "counted" };
  const { answered } = await converse(answers, [counted, counted, { ...counted, transport: "websocket" }]);
  expect(getOpenAICodexWebSocketDebugStats("counted")).toEqual({
    requests: 3,
    connectionsCreated: 1,
    connectionsReused: 2,
    cachedContextRequests: 2,
    storeTrueRequests: 0,
    fullContextRequests: 2,
    deltaRequests: 1,
    lastInputItems: expect.any(Number),
    websocketFailures: 0,
    sseFallbacks: 0,
  });
  await converse([{ text: "one" }, { text: "two" }], [counted, counted]);
  expect(getOpenAICodexWebSocketDebugStats("counted")).toMatchObject({
    deltaRequests: 2,
    lastDeltaInputItems: 1,
    lastPreviousResponseId: expect.any(String),
  });
  expect(answered).toHaveLength(3);
  await using server = await startServer(sse({ type: "response.completed", response: { status: "completed" } }));
  const model = testModel("openai-codex-responses", { baseUrl: server.url });
  await streamSimple(model, { messages: [] }, { apiKey: "k", transport: "auto", sessionId: "fell-back" }).result();
  expect(getOpenAICodexWebSocketDebugStats("fell-back")).toMatchObject({
    requests: 0,
    websocketFailures: 1,
    sseFallbacks: 1,
    websocketFallbackActive: true,
    lastWebSocketError: expect.stringContaining("test"),
  });
  resetOpenAICodexWebSocketDebugStats("counted");
  expect(getOpenAICodexWebSocketDebugStats("counted")).toBeUndefined();
  closeOpenAICodexWebSocketSessions();
});

test("a WebSocket that was insisted on says why there is none", async () => {
  await using server = await startServer((response) => void response.writeHead(403).end("no sockets here"));
  const model = testModel("openai-codex-responses", { baseUrl: server.url });
  const answer = await streamSimple(model, { messages: [] }, { apiKey: "k", transport: "websocket" }).result();
  expect(answer.errorMessage).toBe("test refused the credentials (HTTP 403): no sockets here. Check the key.");
});

test("a connection that is kept does not keep the process", async () => {
  await using server = await startModelServer({ script: answers });
  const model = testModel("openai-codex-responses", { baseUrl: server.endpoint("openai-codex-responses") });
  const program = `
    import { streamSimple } from "${new URL("../../src/index.ts", import.meta.url).href}";
    const options = { apiKey: "k", transport: "websocket-cached", sessionId: "s" };
    const answer = await streamSimple(${JSON.stringify(model)}, { messages: [] }, options).result();
    console.log(answer.stopReason);
  `;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { timeout: 60_000 });
  expect((await run).stdout).toBe("stop\n");
  expect(server.requests[0]?.headers.upgrade).toBe("websocket");
});
