import { expect, test } from "vitest";
import { streamOpenAICodexResponses, streamOpenAIResponses } from "../../src/compat.ts";
import type { Api, Context, Model, SimpleStreamOptions } from "../../src/index.ts";
import { streamSimple } from "../../src/index.ts";
import { startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const hello: Context = { systemPrompt: "Be brief.", messages: [{ role: "user", content: "hi", timestamp: 0 }] };
const GPT = { id: "gpt-5.2", reasoning: true };

test("maxTokens means the answer: the budget of thinking comes on top, up to the limit of the model", async () => {
  const limits = async (options: SimpleStreamOptions, model: object = {}) => {
    const anthropic = await body("anthropic-messages", options, { maxTokens: 8000, ...model });
    const claude = { id: "anthropic.claude:0", name: "Claude", maxTokens: 8000, ...model };
    const bedrock = await body("bedrock-converse-stream", options, claude);
    const { thinking } = bedrock.additionalModelRequestFields as { thinking: { budget_tokens: number } };
    expect(bedrock.inferenceConfig).toEqual({ maxTokens: anthropic.max_tokens });
    expect(thinking).toEqual(anthropic.thinking);
    return [anthropic.max_tokens, thinking.budget_tokens];
  };
  expect(await limits({ reasoning: "low", maxTokens: 100 })).toEqual([2148, 1124]);
  expect(await limits({ reasoning: "low", maxTokens: 2000 })).toEqual([4048, 2048]);
  expect(await limits({ reasoning: "low", maxTokens: 2000 }, { maxTokens: 3000 })).toEqual([3000, 1976]);
  expect(await limits({ reasoning: "high", maxTokens: 2000, thinkingBudgets: { high: 4000 } })).toEqual([6000, 4000]);
  expect(await limits({ reasoning: "low" })).toEqual([8000, 2048]);
});

test("Bedrock: a long cache is asked for by its time, and the limit of the model is named", async () => {
  const claude = { id: "anthropic.claude:0", name: "Claude", maxTokens: 8000 };
  const sent = await body("bedrock-converse-stream", { cacheRetention: "long" }, claude);
  const point = { cachePoint: { type: "default", ttl: "1h" } };
  expect(sent).toMatchObject({
    system: [{ text: "Be brief." }, point],
    messages: [{ content: [{ text: "hi" }, point] }],
    inferenceConfig: { maxTokens: 8000 },
  });
});

test("Bedrock: a user message without text is sent as a remark, since a turn that is missing joins its neighbours", async () => {
  const messages = [{ role: "user" as const, content: " ", timestamp: 0 }];
  const sent = await body("bedrock-converse-stream", {}, {}, { messages });
  expect(sent.messages).toEqual([{ role: "user", content: [{ text: "<empty>" }] }]);
});

test("Google: Gemini from 3 on is known by its name, and thinking that is not asked for is turned off", async () => {
  const thinking = async (options: SimpleStreamOptions, id: string, map?: object) => {
    const model = { id, maxTokens: 8000, ...(map && { thinkingLevelMap: map }) };
    const sent = await body("google-generative-ai", options, model);
    return (sent.generationConfig as { thinkingConfig: object }).thinkingConfig;
  };
  const level = (thinkingLevel: string, includeThoughts = true) => ({ includeThoughts, thinkingLevel });
  expect(await thinking({ reasoning: "low" }, "gemini-3-pro-preview")).toEqual(level("LOW"));
  expect(await thinking({ reasoning: "high" }, "gemini-3-pro-preview", { off: null })).toEqual(level("HIGH"));
  expect(await thinking({}, "gemini-3-pro-preview", { off: null, minimal: null })).toEqual(level("LOW", false));
  expect(await thinking({ reasoning: "low" }, "gemini-2.5-flash")).toEqual({
    includeThoughts: true,
    thinkingBudget: 2048,
  });
  for (const id of ["gemini-2.5-flash", "gemini-3-pro-preview"])
    expect(await thinking({}, id)).toEqual({ includeThoughts: false, thinkingBudget: 0 });
});

test("Mistral: general models take an effort, Magistral a mode; a failed call is marked as such", async () => {
  const fields = async (id: string) => {
    const { reasoning_effort, prompt_mode } = await body("mistral-conversations", { reasoning: "low" }, { id });
    return [reasoning_effort, prompt_mode];
  };
  expect(await fields("mistral-medium-latest")).toEqual(["high", undefined]);
  expect(await fields("magistral-medium-latest")).toEqual([undefined, "reasoning"]);
  const { messages } = await body("mistral-conversations", {}, {}, failedCall());
  expect((messages as { role: string; content: string }[]).at(-1)).toMatchObject({
    role: "tool",
    content: "[tool error] no such file",
  });
});

test("Responses: without thinking the effort is none, unless the model cannot be without", async () => {
  const reasoning = async (api: Api, options: SimpleStreamOptions, map?: object) =>
    (await body(api, options, { ...GPT, ...(map && { thinkingLevelMap: map }) })).reasoning;
  for (const api of ["openai-responses", "openai-codex-responses"]) {
    expect(await reasoning(api, {})).toEqual({ effort: "none" });
    expect(await reasoning(api, {}, { off: "minimal" })).toEqual({ effort: "minimal" });
    expect(await reasoning(api, {}, { off: null, minimal: null })).toBeUndefined();
    expect(await reasoning(api, { reasoning: "max" })).toEqual({ effort: "high", summary: "auto" });
  }
  const { reasoning_effort } = await body("openai-completions", {}, { ...GPT, thinkingLevelMap: { off: null } });
  expect(reasoning_effort).toBeUndefined();
});

test("the function of a protocol sends the effort that it was given", async () => {
  const sent = async (options: object, stream: typeof streamOpenAIResponses = streamOpenAIResponses) => {
    await using server = await startServer(status(400, "{}"));
    const api = stream === streamOpenAIResponses ? "openai-responses" : "openai-codex-responses";
    const model = testModel(api as "openai-responses", { ...GPT, baseUrl: server.url });
    await stream(model, hello, { apiKey: "key", ...options }).result();
    return (server.requests[0]?.body as { reasoning?: object } | undefined)?.reasoning;
  };
  expect(await sent({ reasoningEffort: "max" })).toEqual({ effort: "max", summary: "auto" });
  expect(await sent({ reasoningEffort: "low", reasoningSummary: null })).toEqual({ effort: "low", summary: "auto" });
  expect(await sent({ reasoningSummary: "detailed" })).toEqual({ effort: "medium", summary: "detailed" });
  expect(await sent({ reasoningSummary: "detailed" }, streamOpenAICodexResponses as never)).toEqual({ effort: "none" });
});

test("Codex and Azure are not asked for a long cache, which they do not have; Codex names the session", async () => {
  const session: SimpleStreamOptions = { sessionId: "s1", cacheRetention: "long" };
  const codex = await request("openai-codex-responses", session);
  expect(codex.body).toMatchObject({ prompt_cache_key: "s1", text: { verbosity: "low" } });
  expect(codex.body).not.toHaveProperty("prompt_cache_retention");
  expect(codex.headers).toMatchObject({ "session-id": "s1", "x-client-request-id": "s1" });
  const without = await request("openai-codex-responses", { sessionId: "s1", cacheRetention: "none" });
  expect(without.headers).not.toHaveProperty("session-id");
  const azure = await body("azure-openai-responses", session);
  expect(azure).toMatchObject({ prompt_cache_key: "s1" });
  expect(azure).not.toHaveProperty("prompt_cache_retention");
});

test("Chat Completions: a proxy speaks the dialect of the provider that it is named after", async () => {
  const fields = async (provider: string, id = "m-1") => {
    const sent = await body("openai-completions", { reasoning: "high", maxTokens: 10 }, { provider, id });
    const { model: _model, messages: _messages, stream: _stream, stream_options: _options, ...rest } = sent;
    return rest;
  };
  expect(await fields("openrouter")).toEqual({ max_tokens: 10, reasoning: { effort: "high" } });
  expect(await fields("deepseek")).toEqual({
    max_tokens: 10,
    thinking: { type: "enabled" },
    reasoning_effort: "high",
  });
  expect(await fields("zai")).toEqual({ max_tokens: 10, thinking: { type: "enabled", clear_thinking: false } });
  const effort = { compat: { thinkingFormat: "zai", supportsReasoningEffort: true } };
  expect(await body("openai-completions", { reasoning: "high" }, effort)).toMatchObject({ reasoning_effort: "high" });
  const cached = await body("openai-completions", {}, { provider: "openrouter", id: "anthropic/claude" });
  expect(JSON.stringify(cached.messages)).toContain("cache_control");
});

test("a pi gateway is asked for its reasons in the address, not in the options", async () => {
  const sent = await request("pi-messages", { debug: true } as SimpleStreamOptions);
  expect(sent.url).toBe("/messages?debug=1");
  expect((sent.body as { options: object }).options).not.toHaveProperty("debug");
});

function failedCall(): Context {
  const call = { type: "toolCall" as const, id: "call_1", name: "read", arguments: {} };
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return {
    messages: [
      { role: "user", content: "hi", timestamp: 0 },
      {
        role: "assistant",
        content: [call],
        api: "test",
        provider: "test",
        model: "test",
        usage: { ...usage, cost },
        stopReason: "toolUse",
        timestamp: 0,
      },
      {
        role: "toolResult",
        toolCallId: "call_1",
        toolName: "read",
        content: [{ type: "text", text: "no such file" }],
        isError: true,
        timestamp: 0,
      },
    ],
  };
}

async function body(
  api: Api,
  options: SimpleStreamOptions,
  model: object = {},
  context?: Context,
): Promise<Record<string, unknown>> {
  return (await request(api, options, model, context)).body as Record<string, unknown>;
}

async function request(api: Api, options: SimpleStreamOptions, overrides: object = {}, context: Context = hello) {
  await using server = await startServer(status(400, "{}"));
  const model: Model = testModel(api as "openai-responses", { baseUrl: server.url, ...overrides });
  await streamSimple(model, context, { apiKey: "key", maxRetries: 0, ...options }).result();
  const [sent] = server.requests;
  if (!sent) throw new Error(`No request was sent with ${api}.`);
  return sent;
}
