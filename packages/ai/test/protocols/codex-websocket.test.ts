import { type ModelScript, startModelServer } from "@tau/testkit";
import { expect, test } from "vitest";
import { type SimpleStreamOptions, streamSimple } from "../../src/index.ts";
import { sse, startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";
import { checkStreamContract } from "../support/stream-contract.ts";

test("a turn over a WebSocket is the same as over events", async () => {
  const turn = { thinking: "hm", text: ["Hel", "lo"], toolCalls: [{ name: "read", arguments: { path: "日本.ts" } }] };
  const [socket, events] = await Promise.all([ask(turn, { transport: "websocket" }), ask(turn, { transport: "sse" })]);
  expect(socket.message.content).toEqual(events.message.content);
  expect(socket.message).toMatchObject({ stopReason: "toolUse", usage: events.message.usage });
  expect(socket.body).toMatchObject({ type: "response.create", model: "test-model" });
});

test("a listener hears each event of a WebSocket in order, and is waited for", async () => {
  const heard: string[] = [];
  const turn = { text: ["Hel", "lo"] };
  const { message } = await ask(turn, {
    transport: "websocket",
    onProviderStreamEvent: async (data, { id }) => {
      await new Promise(setImmediate);
      heard.push(`${id} ${(data as { type: string }).type}`);
    },
  });
  expect(message).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "Hello" }] });
  expect(heard.at(0)).toBe("test-model response.created");
  expect(heard.filter((event) => event.endsWith("output_text.delta"))).toHaveLength(2);
  expect(heard.at(-1)).toBe("test-model response.completed");
  const failed = await ask(turn, {
    transport: "websocket",
    onProviderStreamEvent: () => {
      throw new Error("listener broke");
    },
  });
  expect(failed.message).toMatchObject({ stopReason: "error", content: [] });
  expect(failed.message.errorMessage).toContain("listener broke");
});

test("failures over a WebSocket are told apart", async () => {
  const text = Array.from({ length: 20 }, (_, index) => `word${index} `);
  const options: SimpleStreamOptions = { transport: "websocket" };
  expect((await ask({ failure: "overflow" }, options)).message.error?.code).toBe("overflow");
  const cut = await ask({ text, pace: 500, breakage: { kind: "cut", after: 8 } }, options);
  expect(cut.message).toMatchObject({ stopReason: "error", error: { code: "network" }, content: [{ type: "text" }] });
  const stalled = await ask({ text, breakage: { kind: "stall", after: 8 } }, { ...options, timeoutMs: 50 });
  expect(stalled.message.errorMessage).toContain("sent nothing");
});

test("a connection that does not open ends in time, with the address; 0 sets no limit", async () => {
  await using silent = await startServer(() => undefined);
  const model = testModel("openai-codex-responses", { baseUrl: silent.url });
  const options: SimpleStreamOptions = { apiKey: "k", transport: "websocket", maxRetries: 0 };
  const late = await streamSimple(model, { messages: [] }, { ...options, websocketConnectTimeoutMs: 30 }).result();
  expect(late.error?.code).toBe("network");
  expect(late.errorMessage).toContain(`${new URL(silent.url).host} did not answer in time`);
  const unlimited = { ...options, websocketConnectTimeoutMs: 0, signal: AbortSignal.timeout(60) };
  expect((await streamSimple(model, { messages: [] }, unlimited).result()).stopReason).toBe("aborted");
});

test("abort closes the socket", async () => {
  const controller = new AbortController();
  const pending = ask({ failure: "silence" }, { transport: "websocket", signal: controller.signal });
  setImmediate(() => controller.abort());
  expect((await pending).message.stopReason).toBe("aborted");
});

test("auto falls back to events where there is no WebSocket", async () => {
  await using server = await startServer(
    sse({ type: "response.completed", response: { id: "r", status: "completed" } }),
  );
  const model = testModel("openai-codex-responses", { baseUrl: server.url });
  const message = await streamSimple(model, { messages: [] }, { apiKey: "k", transport: "auto" }).result();
  expect(message).toMatchObject({ stopReason: "stop", responseId: "r" });
});

test("an answer that has begun over a WebSocket is not begun again over events", async () => {
  const text = Array.from({ length: 20 }, (_, index) => `word${index} `);
  const { message, requests } = await ask(
    { text, pace: 500, breakage: { kind: "cut", after: 8 } },
    { transport: "auto", sessionId: "cut-in-the-middle" },
  );
  expect(message).toMatchObject({ stopReason: "error", error: { code: "network" }, content: [{ type: "text" }] });
  expect(requests).toBe(1);
});

async function ask(script: ModelScript, options: SimpleStreamOptions) {
  await using server = await startModelServer({ script });
  const model = testModel("openai-codex-responses", { baseUrl: server.endpoint("openai-codex-responses") });
  const stream = streamSimple(model, { messages: [] }, { apiKey: "k", maxRetries: 0, ...options });
  checkStreamContract(await Array.fromAsync(stream));
  return { message: await stream.result(), body: server.requests[0]?.body, requests: server.requests.length };
}
