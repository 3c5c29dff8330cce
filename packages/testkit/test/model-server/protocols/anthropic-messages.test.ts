import { startModelServer } from "@tau/testkit";
import { expect, test } from "vitest";
import { ask, readSse } from "../ask.ts";

test("a turn streams as message and content block events", async () => {
  await using server = await startModelServer({
    script: {
      thinking: "Hm.",
      text: ["Hel", "lo"],
      toolCalls: [{ id: "toolu_a", name: "read", arguments: { path: "x" } }],
      usage: { input: 7, output: 5, cacheRead: 3, cacheWrite: 1 },
    },
  });
  const usage = { input_tokens: 7, cache_creation_input_tokens: 1, cache_read_input_tokens: 3, output_tokens: 5 };
  const message = { id: "msg_0", type: "message", role: "assistant", model: "m", content: [] };
  const unfinished = { stop_reason: null, stop_sequence: null, usage: { ...usage, output_tokens: 1 } };
  const event = (type: string, fields: object = {}) => ({ event: type, data: { type, ...fields } });
  const delta = (index: number, fields: object) => event("content_block_delta", { index, delta: fields });
  expect(await readSse(await ask(server, "anthropic-messages"))).toEqual([
    event("message_start", { message: { ...message, ...unfinished } }),
    event("content_block_start", { index: 0, content_block: { type: "thinking", thinking: "", signature: "" } }),
    delta(0, { type: "thinking_delta", thinking: "Hm." }),
    delta(0, { type: "signature_delta", signature: "c2lnbmF0dXJl" }),
    event("content_block_stop", { index: 0 }),
    event("content_block_start", { index: 1, content_block: { type: "text", text: "" } }),
    delta(1, { type: "text_delta", text: "Hel" }),
    delta(1, { type: "text_delta", text: "lo" }),
    event("content_block_stop", { index: 1 }),
    event("content_block_start", {
      index: 2,
      content_block: { type: "tool_use", id: "toolu_a", name: "read", input: {} },
    }),
    delta(2, { type: "input_json_delta", partial_json: '{"path":"x"}' }),
    event("content_block_stop", { index: 2 }),
    event("message_delta", { delta: { stop_reason: "tool_use", stop_sequence: null }, usage }),
    event("message_stop"),
  ]);
});

test("without stream the answer is one message", async () => {
  await using server = await startModelServer({ script: { toolCalls: [{ id: "t", name: "ls", arguments: {} }] } });
  expect(await (await ask(server, "anthropic-messages", { stream: false })).json()).toMatchObject({
    type: "message",
    content: [{ type: "tool_use", id: "t", name: "ls", input: {} }],
    stop_reason: "tool_use",
  });
});

test("overloaded is a 529, and inside a stream an error event", async () => {
  const error = { type: "overloaded_error", message: "Overloaded" };
  await using server = await startModelServer({
    script: [{ failure: "overloaded" }, { text: "Hi", breakage: { kind: "failure", after: 2, failure: "overloaded" } }],
  });
  const refused = await ask(server, "anthropic-messages");
  expect([refused.status, await refused.json()]).toEqual([529, { type: "error", error, request_id: "req_scripted" }]);
  const events = await readSse(await ask(server, "anthropic-messages"));
  expect(events.map((event) => event.event)).toEqual(["message_start", "content_block_start", "error"]);
});
