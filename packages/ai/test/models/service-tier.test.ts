import { expect, test } from "vitest";
import { type OpenAIResponsesOptions, stream } from "../../src/compat.ts";
import { ratesInTier } from "../../src/models/service-tier.ts";
import { sse, startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const usage = { input_tokens: 1_000_000, output_tokens: 100_000, input_tokens_details: { cached_tokens: 500_000 } };

async function ask(served: string | undefined, options: OpenAIResponsesOptions = {}) {
  const response = { id: "r", status: "completed", usage, ...(served && { service_tier: served }) };
  await using server = await startServer(sse({ type: "response.completed", response }));
  const model = testModel("openai-responses", { baseUrl: server.url });
  const answer = await stream(model, { messages: [] }, { apiKey: "k", ...options }).result();
  return { total: answer.usage.cost.total, asked: server.requests[0]?.body.service_tier };
}

test("an answer costs what the tier that served it costs", async () => {
  const standard = 0.5 + 0.05 + 1;
  expect(await ask("default")).toEqual({ total: standard, asked: undefined });
  expect(await ask("flex", { serviceTier: "flex" })).toEqual({ total: standard / 2, asked: "flex" });
  expect(await ask("priority", { serviceTier: "priority" })).toEqual({ total: standard * 2, asked: "priority" });
  expect((await ask("default", { serviceTier: "priority" })).total).toBe(standard);
  expect((await ask(undefined, { serviceTier: "flex" })).total).toBe(standard / 2);
});

test("long-context rates are scaled too, and one model's priority is dearer", () => {
  const cost = {
    input: 5,
    output: 30,
    cacheRead: 0.5,
    cacheWrite: 0,
    tiers: [{ inputTokensAbove: 9, input: 10, output: 45, cacheRead: 1, cacheWrite: 0 }],
  };
  expect(ratesInTier({ id: "gpt-5.5", cost }, "priority")).toEqual({
    input: 12.5,
    output: 75,
    cacheRead: 1.25,
    cacheWrite: 0,
    tiers: [{ inputTokensAbove: 9, input: 25, output: 112.5, cacheRead: 2.5, cacheWrite: 0 }],
  });
  expect(ratesInTier({ id: "gpt-5.5-pro", cost }, "priority").input).toBe(10);
  expect(ratesInTier({ id: "x", cost }, null)).toBe(cost);
});
