import type { Api, AssistantMessage, Model } from "../../src/index.ts";

export function testModel<TApi extends Api>(api: TApi, overrides: Partial<Model<TApi>> = {}): Model<TApi> {
  return {
    id: "test-model",
    name: "Test model",
    api,
    provider: "test",
    baseUrl: "http://127.0.0.1:9",
    reasoning: true,
    input: ["text", "image"],
    cost: { input: 1, output: 10, cacheRead: 0.1, cacheWrite: 1.25 },
    contextWindow: 100_000,
    maxTokens: 8_000,
    ...overrides,
  };
}

/** What two runs of the same answer differ in. */
export function withoutTimes(message: AssistantMessage): AssistantMessage {
  const { durationMs: _durationMs, ...rest } = message;
  return { ...rest, timestamp: 0 };
}
