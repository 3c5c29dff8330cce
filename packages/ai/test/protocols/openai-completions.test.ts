import { expect, test } from "vitest";
import { type Context, type Model, type SimpleStreamOptions, streamSimple } from "../../src/index.ts";
import type { OpenAICompletionsCompat } from "../../src/protocols/openai-completions/compat.ts";
import { type Answer, frame, sse, startServer } from "../support/http-server.ts";
import { testModel, withoutTimes } from "../support/models.ts";

const hello: Context = { messages: [{ role: "user", content: "hi", timestamp: 0 }] };

test("text, thinking, parallel calls, usage and billed cost of one answer", async () => {
  // Shapes of https://platform.openai.com/docs/api-reference/chat-streaming with the extensions of
  // https://api-docs.deepseek.com/guides/reasoning_model and https://openrouter.ai/docs/use-cases/usage-accounting
  const { message, events } = await ask(
    sse(
      chunk({ role: "assistant", content: "" }),
      chunk({ reasoning_content: "Let me " }),
      chunk({ reasoning_content: "see." }),
      chunk({ content: "On it" }),
      chunk({ content: "." }),
      chunk({ tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "read", arguments: "" } }] }),
      chunk({ tool_calls: [{ index: 1, id: "call_2", type: "function", function: { name: "ls", arguments: "{}" } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"path":' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '"a.txt"}' } }] }),
      chunk({}, "tool_calls"),
      {
        id: "chatcmpl-1",
        model: "test-model-2026",
        choices: [],
        usage: {
          prompt_tokens: 1000,
          completion_tokens: 50,
          prompt_tokens_details: { cached_tokens: 800 },
          completion_tokens_details: { reasoning_tokens: 20 },
          cost: 0.5,
        },
      },
      "[DONE]",
    ),
  );
  expect(withoutTimes(message)).toStrictEqual({
    role: "assistant",
    content: [
      { type: "thinking", thinking: "Let me see.", thinkingSignature: "reasoning_content" },
      { type: "text", text: "On it." },
      { type: "toolCall", id: "call_1", name: "read", arguments: { path: "a.txt" } },
      { type: "toolCall", id: "call_2", name: "ls", arguments: {} },
    ],
    api: "openai-completions",
    provider: "test",
    model: "test-model",
    responseModel: "test-model-2026",
    responseId: "chatcmpl-1",
    usage: {
      input: 200,
      output: 50,
      cacheRead: 800,
      cacheWrite: 0,
      reasoning: 20,
      totalTokens: 1050,
      cost: { input: 0.0002, output: 0.0005, cacheRead: 0.00008, cacheWrite: 0, total: 0.5, totalFromProvider: true },
    },
    stopReason: "toolUse",
    rawStopReason: "tool_calls",
    timestamp: 0,
  });
  expect(events[0]).toBe("start");
  expect(events.at(-1)).toBe("done");
});

test("servers without index or id, with whole arguments as an object, still give distinct calls", async () => {
  const { message } = await ask(
    sse(
      chunk({ tool_calls: [{ id: "a", function: { name: "ls", arguments: { path: "x" } } }] }),
      chunk({ tool_calls: [{ id: "b", function: { name: "ls", arguments: "{}" } }] }),
      chunk({ tool_calls: [{ index: 7, function: { name: "ls", arguments: "{}" } }] }, "stop"),
      "[DONE]",
    ),
  );
  expect(message.stopReason).toBe("toolUse");
  expect(message.content).toEqual([
    { type: "toolCall", id: "a", name: "ls", arguments: { path: "x" } },
    { type: "toolCall", id: "b", name: "ls", arguments: {} },
    { type: "toolCall", id: expect.stringMatching(/^call_\d+_7$/), name: "ls", arguments: {} },
  ]);
});

test("a router's reasoning details come back whole with the next request", async () => {
  const details = [
    { type: "reasoning.text", index: 0, text: "Think", format: "f" },
    { type: "reasoning.text", index: 0, text: "ing", signature: "sig" },
    { type: "reasoning.encrypted", index: 1, data: "xyz" },
  ];
  await using server = await startServer(
    sse(...details.map((detail) => chunk({ reasoning_details: [detail] })), chunk({ content: "ok" }, "stop"), "[DONE]"),
  );
  const model = testModel("openai-completions", { baseUrl: server.url });
  const first = await streamSimple(model, hello).result();
  expect(first.content[0]).toMatchObject({ type: "thinking", thinking: "Thinking" });
  await streamSimple(model, { messages: [...hello.messages, first, ...hello.messages] }).result();
  expect((server.requests[1]!.body.messages as object[])[1]).toEqual({
    role: "assistant",
    content: "ok",
    reasoning_details: [
      { type: "reasoning.text", index: 0, text: "Thinking", format: "f", signature: "sig" },
      { type: "reasoning.encrypted", index: 1, data: "xyz" },
    ],
  });
});

test("a stream that is cut, filtered, broken or reports an error ends with an error a user can act on", async () => {
  const cases: [Answer, string, string][] = [
    [
      sse(chunk({ content: "half" })),
      "network",
      "The connection to test closed before the answer was complete. Try again.",
    ],
    [
      sse(chunk({}, "content_filter"), "[DONE]"),
      "invalid-request",
      "test withheld the answer (content_filter). Rephrase",
    ],
    [
      sse("{oops"),
      "server",
      "test sent something in its stream that is not JSON: {oops (a proxy or a wrong base URL may be in between)",
    ],
    [sse({ error: { message: "Overloaded", code: 529 } }), "server", "test failed: Overloaded."],
    [sse({ error: { message: "context_length_exceeded" } }), "overflow", "test says the prompt is too long"],
  ];
  for (const [answer, code, text] of cases) {
    const { message, events } = await ask(answer);
    expect(message.error?.code).toBe(code);
    expect(message.errorMessage).toContain(text);
    expect(events.filter((type) => type === "done" || type === "error")).toEqual(["error"]);
  }
});

test("a server that sends no finish reason is taken at its word if its compat says so", async () => {
  const { message } = await ask(sse(chunk({ content: "all" })), { compat: { supportsFinishReason: false } });
  expect(message.stopReason).toBe("stop");
});

test("abort keeps what has arrived", async () => {
  const controller = new AbortController();
  await using server = await startServer((response) => {
    response.writeHead(200);
    response.write(frame(chunk({ content: "so far" })));
  });
  const stream = streamSimple(testModel("openai-completions", { baseUrl: server.url }), hello, {
    signal: controller.signal,
  });
  for await (const event of stream) if (event.type === "text_delta") controller.abort();
  expect(await stream.result()).toMatchObject({
    stopReason: "aborted",
    content: [{ type: "text", text: "so far" }],
    error: { code: "aborted" },
  });
});

test("the request speaks the dialect of the server", async () => {
  const dialects: [OpenAICompletionsCompat, SimpleStreamOptions, object][] = [
    [{ thinkingFormat: "openai" }, { reasoning: "high" }, { reasoning_effort: "high" }],
    [{ thinkingFormat: "openai", supportsReasoningEffort: false }, { reasoning: "high" }, {}],
    [{ thinkingFormat: "openrouter" }, { reasoning: "low" }, { reasoning: { effort: "low" } }],
    [
      { thinkingFormat: "deepseek" },
      { reasoning: "high" },
      { thinking: { type: "enabled" }, reasoning_effort: "high" },
    ],
    [{ thinkingFormat: "deepseek" }, {}, { thinking: { type: "disabled" } }],
    [{ thinkingFormat: "zai", zaiToolStream: true }, {}, { thinking: { type: "disabled" } }],
    [{ thinkingFormat: "together" }, { reasoning: "low" }, { reasoning: { enabled: true }, reasoning_effort: "low" }],
    [
      { thinkingFormat: "qwen", thinkingTokenBudgetField: "thinking_budget" },
      { reasoning: "low" },
      { enable_thinking: true, thinking_budget: 2048 },
    ],
    [
      { thinkingFormat: "qwen-chat-template" },
      {},
      { chat_template_kwargs: { enable_thinking: false, preserve_thinking: true } },
    ],
    [
      {
        thinkingFormat: "chat-template",
        chatTemplateKwargs: {
          a: 1,
          on: { $var: "thinking.enabled" },
          how: { $var: "thinking.effort", omitWhenOff: true },
        },
      },
      { reasoning: "max" },
      { chat_template_kwargs: { a: 1, on: true, how: "high" } },
    ],
    [
      { thinkingFormat: "baseten", chatTemplateArgs: { enable_thinking: { $var: "thinking.enabled" } } },
      {},
      { chat_template_args: { enable_thinking: false } },
    ],
    [{ thinkingFormat: "string-thinking" }, { reasoning: "medium" }, { thinking: "medium" }],
    [{ thinkingFormat: "ant-ling" }, {}, {}],
  ];
  const common = { model: "test-model", messages: [{ role: "user", content: "hi" }], stream: true };
  for (const [compat, options, fields] of dialects) {
    const { body } = await ask(sse(chunk({}, "stop"), "[DONE]"), { compat: { ...compat } }, options);
    expect(body).toEqual({ ...common, stream_options: { include_usage: true }, max_tokens: 8000, ...fields });
  }
});

test("a router that is paid by a key of the user's own bills its fee beside what the vendor bills", async () => {
  const costOf = async (usage: object) => {
    const end = { choices: [], usage: { prompt_tokens: 1_000_000, completion_tokens: 0, ...usage } };
    const { message } = await ask(sse(chunk({}, "stop"), end, "[DONE]"));
    const { total, totalFromProvider = false } = message.usage.cost;
    return [total, totalFromProvider];
  };
  const details = { cost_details: { upstream_inference_cost: 2 } };
  expect(await costOf({ cost: 0.1, is_byok: true, ...details })).toEqual([2.1, true]);
  expect(await costOf({ cost: 0.1, is_byok: true, cost_details: null })).toEqual([0.1, true]);
  expect(await costOf({ cost: 0.1, is_byok: false, ...details })).toEqual([0.1, true]);
  expect(await costOf({ cost: -1 })).toEqual([1, false]);
});

test("headers that keep a session on one replica are sent where asked for, while prompts may be cached", async () => {
  const headersFor = async (compat: OpenAICompletionsCompat, options: SimpleStreamOptions) => {
    await using server = await startServer(sse(chunk({}, "stop"), "[DONE]"));
    const model = testModel("openai-completions", { baseUrl: server.url, compat: { ...compat } });
    await streamSimple(model, hello, options).result();
    const names = ["session_id", "x-client-request-id", "x-session-affinity", "x-session-id"];
    return names.filter((name) => server.requests[0]?.headers[name] === "s1");
  };
  const wanted = { sendSessionAffinityHeaders: true };
  const session = { sessionId: "s1" };
  expect(await headersFor({}, session)).toEqual([]);
  expect(await headersFor(wanted, {})).toEqual([]);
  expect(await headersFor(wanted, session)).toEqual(["session_id", "x-client-request-id", "x-session-affinity"]);
  expect(await headersFor({ ...wanted, sessionAffinityFormat: "openai-nosession" }, session)).toEqual([
    "x-client-request-id",
    "x-session-affinity",
  ]);
  expect(await headersFor({ ...wanted, sessionAffinityFormat: "openrouter" }, session)).toEqual(["x-session-id"]);
  expect(await headersFor(wanted, { ...session, cacheRetention: "none" })).toEqual([]);
});

test("markers for a cache stand on the system prompt, the last tool and the last text of the conversation", async () => {
  const context: Context = {
    systemPrompt: "Be brief.",
    messages: [
      { role: "user", content: "one", timestamp: 0 },
      {
        role: "user",
        content: [
          { type: "text", text: "two" },
          { type: "text", text: "three" },
          { type: "image", data: "AAAA", mimeType: "image/png" },
        ],
        timestamp: 0,
      },
    ],
    tools: ["a", "b"].map((name) => ({ name, description: name, parameters: { type: "object" } })),
  };
  const marked = async (options: SimpleStreamOptions) => {
    const compat = { cacheControlFormat: "anthropic" as const };
    const { body } = await ask(sse(chunk({}, "stop"), "[DONE]"), { compat }, options, context);
    const { messages, tools } = body as { messages: { content: object[] }[]; tools: object[] };
    const parts = [...messages.flatMap(({ content }) => content), ...tools];
    return parts.filter((part) => Object.hasOwn(Object(part), "cache_control"));
  };
  const cache_control = { type: "ephemeral" };
  const tool = { type: "function", function: context.tools?.[1], cache_control };
  expect(await marked({})).toEqual([
    { type: "text", text: "Be brief.", cache_control },
    { type: "text", text: "three", cache_control },
    tool,
  ]);
  const long = { type: "ephemeral", ttl: "1h" };
  expect(await marked({ cacheRetention: "long" })).toMatchObject(Array(3).fill({ cache_control: long }));
  expect(await marked({ cacheRetention: "none" })).toEqual([]);
});

test("roles, tool results, images and quirks of the message list", async () => {
  const context: Context = {
    systemPrompt: "Be brief.",
    tools: [{ name: "shot", description: "Screenshot", parameters: { type: "object", properties: {} } }],
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "look" },
          { type: "image", data: "AAAA", mimeType: "image/png" },
        ],
        timestamp: 0,
      },
      {
        ...(await ask(sse(chunk({ tool_calls: [{ index: 0, id: "c1", function: { name: "shot" } }] }, "tool_calls"))))
          .message,
      },
      {
        role: "toolResult",
        toolCallId: "c1",
        toolName: "shot",
        content: [{ type: "image", data: "BBBB", mimeType: "image/png" }],
        isError: false,
        timestamp: 0,
      },
      { role: "user", content: "and?", timestamp: 0 },
    ],
  };
  const compat: OpenAICompletionsCompat = {
    supportsDeveloperRole: true,
    requiresToolResultName: true,
    requiresReasoningContentOnAssistantMessages: true,
    cacheControlFormat: "anthropic",
    maxTokensField: "max_completion_tokens",
    openRouterRouting: { order: ["x"] },
    vllmPriority: 3,
    sendSessionAffinityHeaders: true,
  };
  const { body, headers } = await ask(
    sse(chunk({}, "stop")),
    { compat: { ...compat }, headers: { "x-model": "yes" }, samplingParams: { top_k: 5 } },
    { apiKey: "sk-key", sessionId: "s1", headers: { "x-mine": "1" }, temperature: 0, toolChoice: "auto" },
    context,
  );
  const cached = { cache_control: { type: "ephemeral" } };
  const image = (data: string) => ({ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } });
  expect(body).toEqual({
    model: "test-model",
    messages: [
      { role: "developer", content: [{ type: "text", text: "Be brief.", ...cached }] },
      { role: "user", content: [{ type: "text", text: "look" }, image("AAAA")] },
      {
        role: "assistant",
        content: null,
        reasoning_content: "",
        tool_calls: [{ id: "c1", type: "function", function: { name: "shot", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "c1", name: "shot", content: "(see the images below)" },
      { role: "user", content: [{ type: "text", text: "The images of the tool results above:" }, image("BBBB")] },
      { role: "user", content: [{ type: "text", text: "and?", ...cached }] },
    ],
    tools: [
      {
        type: "function",
        function: { name: "shot", description: "Screenshot", parameters: context.tools?.[0]?.parameters },
        ...cached,
      },
    ],
    tool_choice: "auto",
    stream: true,
    stream_options: { include_usage: true },
    max_completion_tokens: 8000,
    temperature: 0,
    provider: { order: ["x"] },
    priority: 3,
    top_k: 5,
  });
  expect(headers).toMatchObject({
    authorization: "Bearer sk-key",
    "user-agent": expect.stringMatching(/^tau\/\d/),
    "x-model": "yes",
    "x-mine": "1",
    session_id: "s1",
    "x-session-affinity": "s1",
  });
});

test("a call goes on where a server names neither its place nor, after the first piece, its id", async () => {
  const { message } = await ask(
    sse(
      chunk({ tool_calls: [{ id: "call_1", function: { name: "read", arguments: '{"path"' } }] }),
      chunk({ tool_calls: [{ index: null, id: null, function: { name: null, arguments: ':"a.txt' } }] }),
      chunk({ tool_calls: [{ id: "", function: { arguments: '"}' } }] }),
      chunk({ tool_calls: [{ id: "call_2", function: { name: "ls", arguments: "{}" } }] }),
      chunk({}, "tool_calls"),
      "[DONE]",
    ),
  );
  expect(message.content).toEqual([
    { type: "toolCall", id: "call_1", name: "read", arguments: { path: "a.txt" } },
    { type: "toolCall", id: "call_2", name: "ls", arguments: {} },
  ]);
});

test("a bill that was left empty does not make an answer free", async () => {
  const usage = { prompt_tokens: 1_000_000, completion_tokens: 0, cost: null };
  const { message } = await ask(sse(chunk({ content: "hi" }, "stop"), { choices: [], usage }, "[DONE]"));
  expect(message.usage.cost).toEqual({ input: 1, output: 0, cacheRead: 0, cacheWrite: 0, total: 1 });
});

function chunk(delta: object, finish: string | null = null) {
  return { id: "chatcmpl-1", model: "test-model-2026", choices: [{ index: 0, delta, finish_reason: finish }] };
}

async function ask(
  answer: Answer,
  overrides: Partial<Model<"openai-completions">> = {},
  options: SimpleStreamOptions = {},
  context: Context = hello,
) {
  await using server = await startServer(answer);
  const stream = streamSimple(testModel("openai-completions", { baseUrl: server.url, ...overrides }), context, options);
  const events = (await Array.fromAsync(stream)).map(({ type }) => type);
  const [request] = server.requests;
  return { message: await stream.result(), events, body: request?.body, headers: request?.headers };
}
