import { expect, test } from "vitest";
import {
  type AssistantMessage,
  calculateCost,
  clampThinkingLevel,
  emptyUsage,
  getSupportedThinkingLevels,
  isContextOverflow,
  type Usage,
} from "../../src/index.ts";
import { answerRoom } from "../../src/models/answer-room.ts";
import { thinkingBudget } from "../../src/models/thinking-budgets.ts";
import { testModel } from "../support/models.ts";

test("cost counts cache reads, both kinds of cache writes and long-context tiers", () => {
  const usage: Usage = {
    ...emptyUsage(),
    input: 1_000_000,
    output: 1_000_000,
    cacheRead: 1_000_000,
    cacheWrite: 2_000_000,
    cacheWrite1h: 1_000_000,
  };
  const rates = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
  expect(calculateCost({ cost: rates }, { ...usage })).toEqual({
    input: 1,
    output: 2,
    cacheRead: 3,
    cacheWrite: 6,
    total: 12,
  });
  const tiers = [
    { inputTokensAbove: 200_000, input: 10, output: 10, cacheRead: 10, cacheWrite: 10 },
    { inputTokensAbove: 9_000_000, input: 99, output: 99, cacheRead: 99, cacheWrite: 99 },
  ];
  expect(calculateCost({ cost: { ...rates, tiers } }, { ...usage }).total).toBe(60);
});

test("a tier is reached above its limit, by all of the prompt, cached or not", () => {
  const rates = { input: 1, output: 0, cacheRead: 1, cacheWrite: 1 };
  const tiers = [{ inputTokensAbove: 300, input: 2, output: 0, cacheRead: 2, cacheWrite: 2 }];
  const factor = (counts: Partial<Usage>) => {
    const usage = { ...emptyUsage(), ...counts };
    const tokens = usage.input + usage.cacheRead + usage.cacheWrite;
    return (calculateCost({ cost: { ...rates, tiers } }, usage).total * 1e6) / tokens;
  };
  expect(factor({ input: 300 })).toBeCloseTo(1, 9);
  expect(factor({ input: 301 })).toBeCloseTo(2, 9);
  expect(factor({ input: 1, cacheRead: 300 })).toBeCloseTo(2, 9);
  expect(factor({ input: 1, cacheWrite: 300 })).toBeCloseTo(2, 9);
});

test("an answer gets what the window leaves, with a margin, and never less than a little", () => {
  const model = testModel("x", { contextWindow: 10_000, maxTokens: 8_000 });
  const room = (characters: number, wanted?: number) =>
    answerRoom(model, { systemPrompt: "x".repeat(characters), messages: [] }, wanted);
  expect(room(0)).toBe(8_000);
  // 4,000 tokens, with the brackets around no tools, and 15 % more are 4,600.
  expect(room(15_998)).toBe(5_400);
  expect(room(16_000, 100)).toBe(100);
  expect(room(400_000)).toBe(1_024);
  expect(room(400_000, 100)).toBe(100);
  const unlimited = { ...model, contextWindow: 0 };
  expect(answerRoom(unlimited, { systemPrompt: "x".repeat(400_000), messages: [] })).toBe(8_000);
});

test("thinking leaves room for the answer, and has a least size", () => {
  expect(thinkingBudget("high", 100_000)).toBe(16_384);
  expect(thinkingBudget("high", 10_000)).toBe(8_976);
  expect(thinkingBudget("high", 1_000)).toBe(1_024);
  expect(thinkingBudget("high", 100_000, { high: 20_000 })).toBe(20_000);
});

test("P-AI-70 a level is clamped to the nearest the model has", () => {
  const plain = { reasoning: false };
  const usual = { reasoning: true };
  const sparse = {
    reasoning: true,
    thinkingLevelMap: { off: null, minimal: null, low: null, high: "high", max: "max" },
  };
  expect(getSupportedThinkingLevels(usual)).toEqual(["off", "minimal", "low", "medium", "high"]);
  expect(getSupportedThinkingLevels(sparse)).toEqual(["medium", "high", "max"]);
  expect(clampThinkingLevel(plain, "max")).toBe("off");
  expect(clampThinkingLevel(usual, "max")).toBe("high");
  expect(clampThinkingLevel(sparse, "off")).toBe("medium");
  expect(clampThinkingLevel(sparse, "xhigh")).toBe("max");
  expect(clampThinkingLevel({ reasoning: true, thinkingLevelMap: { minimal: null } }, "minimal")).toBe("low");
  const onlyHigh = { reasoning: true, thinkingLevelMap: { minimal: null, low: null, medium: null } };
  expect(clampThinkingLevel(onlyHigh, "minimal")).toBe("high");
  expect(clampThinkingLevel(onlyHigh, "off")).toBe("off");
  const gap = { reasoning: true, thinkingLevelMap: { max: "x", high: null } };
  expect(clampThinkingLevel(gap, "high")).toBe("max");
});

test("P-AI-40 R383 what each server says when a prompt is too long is recognised", () => {
  for (const text of [
    "prompt is too long: 213462 tokens > 200000 maximum",
    "Your input exceeds the context window of this model",
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens",
    "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)",
    "Please reduce the length of the messages or completion.",
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    "Prompt contains 150000 tokens, too large for model with 131072 maximum context length",
    "Input is too long for requested model.",
    "the request exceeds the available context size, try increasing it",
    "tokens to keep from the initial prompt is greater than the context length",
    "400 status code (no body)",
    "invalid params, context window exceeds limit (2013)",
    "Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)",
    "prompt token count of 150000 exceeds the limit of 128000",
    "Prompt exceeds max length",
    "Input tokens exceed the configured limit of 272000 tokens.",
    "ValidationException: Too many input tokens. Max input tokens: 8192, request input token count: 9000",
    "exceed_context_size_error",
  ]) {
    expect([text, isContextOverflow(failed(text))]).toEqual([text, true]);
  }
});

test("P-AI-41 a throttled request is no overflow", () => {
  expect(isContextOverflow(failed("ThrottlingException: Too many tokens, please wait before trying again."))).toBe(
    false,
  );
  expect(isContextOverflow(failed("rate limit: 30000 tokens per minute"))).toBe(false);
});

test("P-AI-42/43/44 servers that do not say so are caught by their usage, if the window is known", () => {
  const stop = (input: number) => ({
    ...failed(""),
    stopReason: "stop" as const,
    usage: { ...emptyUsage(), input, cacheRead: 10 },
  });
  expect([isContextOverflow(stop(91), 100), isContextOverflow(stop(90), 100), isContextOverflow(stop(91))]).toEqual([
    true,
    false,
    false,
  ]);
  const length = (input: number, output = 0) => ({
    ...stop(input),
    stopReason: "length" as const,
    usage: { ...emptyUsage(), input, output },
  });
  expect([99, 98].map((input) => isContextOverflow(length(input), 100))).toEqual([true, false]);
  expect(isContextOverflow(length(99, 1), 100)).toBe(false);
});

function failed(errorMessage: string): AssistantMessage {
  const { api, provider, id } = testModel("openai-completions");
  return {
    role: "assistant",
    content: [],
    api,
    provider,
    model: id,
    usage: emptyUsage(),
    stopReason: "error",
    errorMessage,
    timestamp: 0,
  };
}
