import { type AssistantMessage, fauxAssistantMessage, type Model, type Usage } from "@tau/ai";
import { describe, expect, test } from "vitest";
import {
  CacheWarmer,
  type CacheWarmingAction,
  type CacheWarmingDecision,
  type WarmableRequest,
  warmingDelay,
} from "../../../src/core/session/cache-warmer.ts";

const MODEL: Model = {
  id: "m",
  name: "M",
  api: "openai-responses",
  provider: "p",
  baseUrl: "",
  reasoning: true,
  input: ["text"],
  cost: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  contextWindow: 1_000_000,
  maxTokens: 1000,
  promptCache: { short: 300 },
};
const request = (model: Partial<Model> = {}, options: WarmableRequest["options"] = {}): WarmableRequest => ({
  model: { ...MODEL, ...model },
  context: { messages: [] },
  options,
});
const usage = (tokens: number): Usage => ({ ...fauxAssistantMessage("").usage, input: 100, cacheRead: tokens - 100 });

type Decide = (decision: CacheWarmingDecision) => CacheWarmingAction;

/** A warmer whose clock is wound by hand. */
function wound(mode: "off" | "streaming" | "idle" = "streaming", decide?: Decide) {
  const timers = new Map<number, { run: () => void; ms: number }>();
  const sent: WarmableRequest[] = [];
  const decisions: CacheWarmingDecision[] = [];
  const warmed: Usage[] = [];
  let answer: AssistantMessage = fauxAssistantMessage("x");
  let next = 0;
  const warmer = new CacheWarmer({
    mode: () => mode,
    send: async (warming) => {
      sent.push(warming);
      return answer;
    },
    decide: async (decision) => {
      decisions.push(decision);
      return decide?.(decision) ?? decision.action;
    },
    onWarmed: (_model, spent) => warmed.push(spent),
    timers: {
      set: (run, ms) => {
        next += 1;
        timers.set(next, { run, ms });
        return next;
      },
      clear: (timer) => void timers.delete(timer as number),
    },
  });
  return {
    warmer,
    sent,
    decisions,
    warmed,
    waiting: () => [...timers.values()].map(({ ms }) => ms),
    fail: () => {
      answer = fauxAssistantMessage("", { stopReason: "error", errorMessage: "no" });
    },
    /** Lets every timer that is set run, and what follows it. */
    async ring() {
      const due = [...timers.values()];
      timers.clear();
      for (const { run } of due) run();
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    },
  };
}

describe("when to ask again", () => {
  test.each([
    [request(), 270_000],
    [request({ promptCache: { short: 60 } }), 50_000],
    [request({ promptCache: { short: 9 } }), undefined],
    [request({ promptCache: { short: 300, long: 3600 } }, { cacheRetention: "long" }), 3_240_000],
    [request({}, { cacheRetention: "long" }), undefined],
    [request({}, { cacheRetention: "none" }), undefined],
    [request({ api: "anthropic-messages" }, { reasoning: "high" }), undefined],
    [request({ api: "anthropic-messages" }), 270_000],
    [request({ api: "anthropic-messages", compat: { forceAdaptiveThinking: true } }, { reasoning: "high" }), 270_000],
  ])("%#", (asked, delay) => expect(warmingDelay(asked)).toBe(delay));
});

test("a long tool call: the same request with room for one token, as long as the run goes on", async () => {
  const { warmer, ring, sent, warmed, waiting } = wound();
  warmer.start(request(), usage(200_000));
  expect(waiting()).toEqual([270_000]);
  await ring();
  expect(sent).toEqual([{ ...request(), options: { maxTokens: 1 } }]);
  expect(warmed).toHaveLength(1);
  expect(waiting()).toEqual([270_000]);
  warmer.settled();
  expect(waiting()).toEqual([]);
});

test("the decision is made of what it costs and what it saves", async () => {
  const { warmer, ring, decisions, sent } = wound();
  warmer.start(request(), usage(200_000));
  await ring();
  expect(decisions).toEqual([
    {
      warmCost: expect.closeTo(0.100025, 6),
      missCost: expect.closeTo(1.15, 6),
      continuationProbability: 0.95,
      action: "warm",
    },
  ]);
  warmer.start(request(), usage(5_000));
  await ring();
  expect(decisions[1]).toMatchObject({ action: "stop" });
  expect(sent).toHaveLength(1);
});

test("who decides has the last word, and a stop lasts until the next request", async () => {
  const stopped = wound("streaming", () => "stop");
  stopped.warmer.start(request(), usage(200_000));
  await stopped.ring();
  expect([stopped.sent, stopped.waiting()]).toEqual([[], []]);
  const forced = wound("streaming", () => "warm");
  forced.warmer.start(request(), usage(200));
  await forced.ring();
  expect(forced.sent).toHaveLength(1);
});

test("between runs only where the user wants it, and not for ever", async () => {
  const { warmer, ring, sent, decisions, waiting } = wound("idle");
  warmer.start(request(), usage(900_000));
  warmer.settled();
  for (let round = 0; round < 10; round++) await ring();
  expect(waiting()).toEqual([]);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThanOrEqual(4);
  expect(decisions.map(({ continuationProbability }) => continuationProbability)).toEqual(
    decisions.map((_, index) => expect.closeTo(0.6 ** (index + 1), 9)),
  );
});

test("a refresh that fails ends it, and nothing waits where it is switched off", async () => {
  const failing = wound();
  failing.warmer.start(request(), usage(200_000));
  failing.fail();
  await failing.ring();
  expect([failing.warmed, failing.waiting()]).toEqual([[], []]);
  const off = wound("off");
  off.warmer.start(request(), usage(200_000));
  expect(off.waiting()).toEqual([]);
});
