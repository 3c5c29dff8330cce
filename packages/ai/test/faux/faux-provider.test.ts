import { expect, test } from "vitest";
import {
  type Context,
  complete,
  fauxAssistantMessage,
  fauxText,
  fauxThinking,
  fauxToolCall,
  registerFauxProvider,
  stream,
} from "../../src/index.ts";

const context: Context = { systemPrompt: "Be brief.", messages: [{ role: "user", content: "hi", timestamp: 0 }] };

test("P-AI-71 answers come in order; factories see context, options, call count and model", async () => {
  const faux = registerFauxProvider({ models: [{ id: "one" }, { id: "two", reasoning: true }] });
  const seen: unknown[] = [];
  faux.setResponses([
    fauxAssistantMessage([fauxThinking("hm"), fauxText("first"), fauxToolCall("ls", { path: "." }, { id: "c1" })]),
  ]);
  faux.appendResponses([
    async (given, options, state, model) => {
      seen.push(given, options?.temperature, state.callCount, model.id);
      return fauxAssistantMessage("second");
    },
  ]);
  expect(faux.getPendingResponseCount()).toBe(2);
  expect(await complete(faux.getModel(), context)).toMatchObject({
    stopReason: "toolUse",
    content: [
      { type: "thinking", thinking: "hm" },
      { type: "text", text: "first" },
      { type: "toolCall", id: "c1", name: "ls", arguments: { path: "." } },
    ],
  });
  expect(await complete(faux.getModel("two")!, context, { temperature: 0.5 })).toMatchObject({ model: "two" });
  expect(seen).toEqual([context, 0.5, 2, "two"]);
});

test("P-AI-72 an exhausted queue is an error, not a hang", async () => {
  const faux = registerFauxProvider();
  expect(await complete(faux.getModel(), context)).toMatchObject({
    stopReason: "error",
    errorMessage: "No more faux responses queued",
  });
});

test("P-AI-73 deltas stay within the token size and make up the text", async () => {
  const faux = registerFauxProvider({ tokenSize: { min: 2, max: 4 } });
  const text = "lorem ipsum ".repeat(40);
  faux.setResponses([fauxAssistantMessage(text)]);
  const events = await Array.fromAsync(stream(faux.getModel(), context));
  const deltas = events.flatMap((event) => (event.type === "text_delta" ? [event.delta] : []));
  expect(deltas.join("")).toBe(text);
  for (const delta of deltas.slice(0, -1)) {
    expect(delta.length).toBeGreaterThanOrEqual(8);
    expect(delta.length).toBeLessThanOrEqual(16);
  }
});

test("P-AI-74 a pace spreads the answer, and abort in between stops it", async () => {
  const faux = registerFauxProvider({ tokensPerSecond: 400, tokenSize: { min: 1, max: 1 } });
  faux.setResponses([fauxAssistantMessage("one two three four five six")]);
  const controller = new AbortController();
  const answer = stream(faux.getModel(), context, { signal: controller.signal });
  let deltas = 0;
  for await (const event of answer) if (event.type === "text_delta" && ++deltas === 2) controller.abort();
  expect(await answer.result()).toMatchObject({ stopReason: "aborted", content: [{ type: "text", text: "one two " }] });
});

test("P-AI-75/76 a session reads the common prefix from its cache; without a session there is none", async () => {
  const faux = registerFauxProvider();
  faux.setResponses([1, 2, 3].map((number) => fauxAssistantMessage(`${number}`)));
  const longer = { ...context, messages: [...context.messages, ...context.messages] };
  const first = await complete(faux.getModel(), context, { sessionId: "s" });
  const second = await complete(faux.getModel(), longer, { sessionId: "s" });
  const without = await complete(faux.getModel(), longer);
  expect(first.usage).toMatchObject({ cacheRead: 0, cacheWrite: expect.any(Number) });
  expect(second.usage.cacheRead).toBeGreaterThanOrEqual(first.usage.cacheWrite - 2);
  expect(second.usage.cacheWrite).toBeGreaterThan(0);
  expect(without.usage).toMatchObject({ cacheRead: 0, cacheWrite: 0 });
  expect(without.usage.input).toBe(second.usage.cacheRead + second.usage.cacheWrite);
});

test("P-AI-77 unregister makes the api unknown again", () => {
  const faux = registerFauxProvider();
  faux.unregister();
  expect(() => stream(faux.getModel(), context)).toThrow("No API provider registered for api: faux-");
});

test("a scripted failure is a failure", async () => {
  const faux = registerFauxProvider();
  faux.setResponses([fauxAssistantMessage("half", { stopReason: "error", errorMessage: "boom" })]);
  expect(await complete(faux.getModel(), context)).toMatchObject({
    stopReason: "error",
    errorMessage: "boom",
    content: [{ type: "text", text: "half" }],
  });
});
