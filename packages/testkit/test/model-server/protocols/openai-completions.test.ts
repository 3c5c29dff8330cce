import { startModelServer } from "@tau/testkit";
import { expect, test } from "vitest";
import { ask, readSse } from "../ask.ts";

test("a turn streams as chat.completion.chunk objects and ends with usage and [DONE]", async () => {
  await using server = await startModelServer({
    script: {
      thinking: "Hm.",
      text: ["Hel", "lo"],
      toolCalls: [{ id: "call_a", name: "read", arguments: { path: "x" } }],
      usage: { input: 7, output: 5, cacheRead: 3, reasoning: 2 },
      argumentDelta: 8,
    },
  });
  const response = await ask(server, "openai-completions");
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const chunk = (delta: unknown, finish_reason: string | null = null) => ({
    data: {
      id: "chatcmpl-0",
      object: "chat.completion.chunk",
      created: 1_700_000_000,
      model: "m",
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    },
  });
  expect(await readSse(response)).toEqual([
    chunk({ role: "assistant", content: "" }),
    chunk({ reasoning_content: "Hm." }),
    chunk({ content: "Hel" }),
    chunk({ content: "lo" }),
    chunk({ tool_calls: [{ index: 0, id: "call_a", type: "function", function: { name: "read", arguments: "" } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '{"path":' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '"x"}' } }] }),
    chunk({}, "tool_calls"),
    {
      data: {
        id: "chatcmpl-0",
        object: "chat.completion.chunk",
        created: 1_700_000_000,
        model: "m",
        choices: [],
        usage: {
          prompt_tokens: 10,
          completion_tokens: 5,
          total_tokens: 15,
          prompt_tokens_details: { cached_tokens: 3 },
          completion_tokens_details: { reasoning_tokens: 2 },
        },
      },
    },
    { data: "[DONE]" },
  ]);
});

test("without stream the answer is one chat.completion", async () => {
  await using server = await startModelServer({ script: { text: ["a", "b"], stopReason: "length" } });
  expect(await (await ask(server, "openai-completions", { stream: false })).json()).toMatchObject({
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content: "ab" }, finish_reason: "length" }],
  });
});

test("overflow is a 400 with the code context_length_exceeded", async () => {
  await using server = await startModelServer({ script: { failure: "overflow" } });
  const response = await ask(server, "openai-completions");
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: "context_length_exceeded" } });
});
