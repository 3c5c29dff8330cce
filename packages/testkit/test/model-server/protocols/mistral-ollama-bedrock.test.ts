import { startModelServer } from "@tau/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { frameAwsEvent } from "../../../src/model-server/framing.ts";
import { ask, decodeAwsMessages, readLines, readSse } from "../ask.ts";

const turn = {
  thinking: "Hm.",
  text: "Hi",
  toolCalls: [{ id: "aaaaaaaaa", name: "read", arguments: { path: "x" } }],
  usage: { input: 7, output: 5, cacheRead: 3 },
};

test("mistral: thinking is a content chunk, calls and usage ride on the last choice", async () => {
  await using server = await startModelServer({ script: turn });
  const events = await readSse(await ask(server, "mistral-conversations"));
  const choices = events.slice(0, -1).map(({ data }) => (data as { choices: unknown[] }).choices);
  expect(choices).toEqual([
    [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
    [
      {
        index: 0,
        delta: { content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm." }] }] },
        finish_reason: null,
      },
    ],
    [{ index: 0, delta: { content: "Hi" }, finish_reason: null }],
    [
      {
        index: 0,
        delta: {
          content: "",
          tool_calls: [{ id: "aaaaaaaaa", function: { name: "read", arguments: '{"path":"x"}' }, index: 0 }],
        },
        finish_reason: "tool_calls",
      },
    ],
  ]);
  expect(events.at(-2)?.data).toMatchObject({ usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } });
  expect(events.at(-1)?.data).toBe("[DONE]");
});

test("ollama: one JSON object per line, the last with done and counts", async () => {
  await using server = await startModelServer({ script: turn });
  const response = await ask(server, "ollama");
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  const lines = await readLines(response);
  const head = { model: "m", created_at: "2026-01-01T00:00:00.000000Z" };
  expect(lines.slice(0, -1)).toEqual([
    { ...head, message: { role: "assistant", content: "", thinking: "Hm." }, done: false },
    { ...head, message: { role: "assistant", content: "Hi" }, done: false },
    {
      ...head,
      message: {
        role: "assistant",
        content: "",
        tool_calls: [{ function: { name: "read", arguments: { path: "x" } } }],
      },
      done: false,
    },
  ]);
  expect(lines.at(-1)).toMatchObject({ done: true, done_reason: "stop", prompt_eval_count: 10, eval_count: 5 });
});

test("bedrock: binary messages whose headers name the event", async () => {
  await using server = await startModelServer({ script: turn });
  const response = await ask(server, "bedrock-converse-stream");
  expect(response.headers.get("content-type")).toBe("application/vnd.amazon.eventstream");
  const messages = decodeAwsMessages(new Uint8Array(await response.arrayBuffer()));
  const event = (name: string, payload: object) => ({
    headers: { ":event-type": name, ":content-type": "application/json", ":message-type": "event" },
    payload,
  });
  expect(messages).toEqual([
    event("messageStart", { role: "assistant" }),
    event("contentBlockDelta", { contentBlockIndex: 0, delta: { reasoningContent: { text: "Hm." } } }),
    event("contentBlockDelta", { contentBlockIndex: 0, delta: { reasoningContent: { signature: "c2lnbmF0dXJl" } } }),
    event("contentBlockStop", { contentBlockIndex: 0 }),
    event("contentBlockDelta", { contentBlockIndex: 1, delta: { text: "Hi" } }),
    event("contentBlockStop", { contentBlockIndex: 1 }),
    event("contentBlockStart", { contentBlockIndex: 2, start: { toolUse: { toolUseId: "aaaaaaaaa", name: "read" } } }),
    event("contentBlockDelta", { contentBlockIndex: 2, delta: { toolUse: { input: '{"path":"x"}' } } }),
    event("contentBlockStop", { contentBlockIndex: 2 }),
    event("messageStop", { stopReason: "tool_use" }),
    event("metadata", {
      usage: {
        inputTokens: 7,
        outputTokens: 5,
        totalTokens: 15,
        cacheReadInputTokens: 3,
        cacheWriteInputTokens: 0,
      },
      metrics: { latencyMs: 1 },
    }),
  ]);
});

test("bedrock: a failure inside the stream is an exception message", async () => {
  const breakage = { kind: "failure", after: 1, failure: "rate-limit" } as const;
  await using server = await startModelServer({ script: { text: "Hi", breakage } });
  const response = await ask(server, "bedrock-converse-stream");
  const messages = decodeAwsMessages(new Uint8Array(await response.arrayBuffer()));
  expect(messages.at(-1)?.headers).toEqual({
    ":exception-type": "throttlingException",
    ":content-type": "application/json",
    ":message-type": "exception",
  });
});

test("bedrock: any payload survives the framing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.jsonValue(), (name, value) => {
      const payload = { name, value: JSON.parse(JSON.stringify(value)) as unknown };
      expect(decodeAwsMessages(frameAwsEvent({ name: "chunk", payload })).map((message) => message.payload)).toEqual([
        payload,
      ]);
    }),
  );
});
