import { startModelServer } from "@tau/testkit";
import { expect, test } from "vitest";
import { ask, readSse } from "../ask.ts";

const turn = {
  thinking: "Hm.",
  text: ["Hel", "lo"],
  toolCalls: [{ id: "call_a", name: "read", arguments: { path: "x" } }],
  usage: { input: 7, output: 5, cacheRead: 3, reasoning: 2 },
};

test("events come in the documented order, numbered, each named by its type", async () => {
  await using server = await startModelServer({ script: turn });
  const events = await readSse(await ask(server, "openai-responses"));
  const data = events.map((event) => event.data as { type: string; sequence_number: number });
  expect(data.map(({ type }) => type)).toEqual([
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.reasoning_summary_part.added",
    "response.reasoning_summary_text.delta",
    "response.reasoning_summary_text.done",
    "response.reasoning_summary_part.done",
    "response.output_item.done",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.delta",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
    "response.output_item.added",
    "response.function_call_arguments.delta",
    "response.function_call_arguments.done",
    "response.output_item.done",
    "response.completed",
  ]);
  expect(events.map(({ event }) => event)).toEqual(data.map(({ type }) => type));
  expect(data.map(({ sequence_number }) => sequence_number)).toEqual(data.map((_, index) => index));
});

test("the last event carries the whole response", async () => {
  await using server = await startModelServer({ script: turn });
  const events = await readSse(await ask(server, "openai-responses"));
  const last = events.at(-1);
  expect(last?.data).toMatchObject({
    response: {
      id: "resp_0",
      status: "completed",
      output: [
        { type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }], encrypted_content: "encrypted-rs_0" },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello", annotations: [] }] },
        { type: "function_call", id: "fc_call_a", call_id: "call_a", name: "read", arguments: '{"path":"x"}' },
      ],
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 3 },
        output_tokens: 5,
        output_tokens_details: { reasoning_tokens: 2 },
        total_tokens: 15,
      },
    },
  });
});

test("a delta names its item and places", async () => {
  await using server = await startModelServer({ script: { text: "Hi" } });
  const events = await readSse(await ask(server, "openai-responses"));
  expect(events.find(({ event }) => event === "response.output_text.delta")?.data).toEqual({
    type: "response.output_text.delta",
    sequence_number: 4,
    item_id: "msg_0",
    output_index: 0,
    content_index: 0,
    delta: "Hi",
  });
});

test("an answer cut by its length is incomplete", async () => {
  await using server = await startModelServer({ script: { text: "Hi", stopReason: "length" } });
  const last = (await readSse(await ask(server, "openai-responses"))).at(-1);
  expect(last).toMatchObject({
    event: "response.incomplete",
    data: { response: { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } } },
  });
});

test("a custom tool takes free text", async () => {
  const call = { id: "c", name: "apply_patch", arguments: "*** Begin", custom: true };
  await using server = await startModelServer({ script: { toolCalls: [call] } });
  const events = await readSse(await ask(server, "openai-responses"));
  expect(events.map(({ event }) => event)).toContain("response.custom_tool_call_input.delta");
  expect(events.at(-1)?.data).toMatchObject({
    response: { output: [{ type: "custom_tool_call", call_id: "c", input: "*** Begin" }] },
  });
});

test("over a WebSocket each event is one message and the connection serves the next response", async () => {
  await using server = await startModelServer({
    script: [{ text: "one" }, { text: "two" }, { failure: "rate-limit" }],
  });
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/backend-api/codex/responses`);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  const texts = [await converse(socket), await converse(socket), await converse(socket)];
  socket.close();
  expect(texts).toEqual(["one", "two", "error 429"]);
  expect(server.requests.map(({ protocol, body }) => [protocol, body.type])).toEqual([
    ["openai-codex-responses", "response.create"],
    ["openai-codex-responses", "response.create"],
    ["openai-codex-responses", "response.create"],
  ]);
});

async function converse(socket: WebSocket): Promise<string> {
  return await new Promise((resolve) => {
    let text = "";
    const listen = ({ data }: MessageEvent<string>): void => {
      const event = JSON.parse(data) as { type: string; delta?: string; status?: number };
      text += event.delta ?? "";
      if (event.type !== "response.completed" && event.type !== "error") return;
      socket.removeEventListener("message", listen);
      resolve(event.type === "error" ? `error ${event.status}` : text);
    };
    socket.addEventListener("message", listen);
    socket.send(JSON.stringify({ type: "response.create", model: "m", input: [], padding: "x".repeat(70_000) }));
  });
}
