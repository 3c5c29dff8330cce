import { afterEach, expect, test } from "vitest";
import {
  type ApiProvider,
  type AssistantMessageEvent,
  AssistantMessageEventStream,
  assemble,
  clearApiProviders,
  complete,
  completeSimple,
  fauxAssistantMessage,
  getApiProvider,
  getApiProviders,
  lazyApi,
  lazyStream,
  type Model,
  type ProviderStreams,
  registerApiProvider,
  registerFauxProvider,
  resetApiProviders,
  stream,
  streamSimple,
  unregisterApiProviders,
} from "../../src/index.ts";
import { testModel } from "../support/models.ts";

afterEach(resetApiProviders);

test("P-AI-1 an unknown api throws, naming it", () => {
  expect(() => stream(testModel("nope"), { messages: [] })).toThrow("No API provider registered for api: nope");
});

test("P-AI-2 a model of another api is refused before anything is sent", () => {
  registerApiProvider(speaker("mine", "x"));
  const provider = getApiProvider("mine");
  expect(() => provider?.stream(testModel("other"), { messages: [] })).toThrow("Mismatched api: other expected mine");
});

test("P-AI-3 the last registration of an api wins", async () => {
  registerApiProvider(speaker("mine", "first"));
  registerApiProvider(speaker("mine", "second"));
  expect(await say(testModel("mine"))).toBe("second");
});

test("P-AI-4 unregistering a source removes exactly its own", () => {
  registerApiProvider(speaker("a", "a"), "one");
  registerApiProvider(speaker("b", "b"), "one");
  registerApiProvider(speaker("c", "c"), "two");
  unregisterApiProviders("one");
  expect([getApiProvider("a"), getApiProvider("b"), getApiProvider("c")?.api]).toEqual([undefined, undefined, "c"]);
});

test("P-AI-5 reset leaves exactly the built-in apis, clear none", () => {
  const builtIn = getApiProviders().map(({ api }) => api);
  registerApiProvider(speaker("mine", "x"));
  resetApiProviders();
  expect(getApiProviders().map(({ api }) => api)).toEqual(builtIn);
  expect(builtIn).toContain("openai-completions");
  clearApiProviders();
  expect(getApiProviders()).toEqual([]);
});

test("P-AI-7/8 a lazy api returns at once, loads once for concurrent calls, and directly later", async () => {
  let loads = 0;
  const gate = Promise.withResolvers<void>();
  const lazy = lazyApi(async () => {
    loads++;
    await gate.promise;
    return speaker("mine", "loaded") as ProviderStreams;
  });
  registerApiProvider({ api: "mine", ...lazy });
  const answers = [complete(testModel("mine"), { messages: [] }), completeSimple(testModel("mine"), { messages: [] })];
  gate.resolve();
  expect((await Promise.all(answers)).map(({ content }) => content)).toEqual([
    [{ type: "text", text: "loaded" }],
    [{ type: "text", text: "loaded" }],
  ]);
  expect(await say(testModel("mine"))).toBe("loaded");
  expect(loads).toBe(1);
});

test("P-AI-9 a module that fails to load ends the stream with one error, and is tried again", async () => {
  let loads = 0;
  const lazy = lazyApi(async () => {
    if (++loads === 1) throw new Error("no such file");
    return speaker("mine", "fine now") as ProviderStreams;
  });
  registerApiProvider({ api: "mine", ...lazy });
  const events = await Array.fromAsync(stream(testModel("mine"), { messages: [] }));
  expect(events).toMatchObject([{ type: "error", error: { stopReason: "error", errorMessage: "no such file" } }]);
  expect(await say(testModel("mine"))).toBe("fine now");
});

test("a stream that fails on the way keeps what had arrived", async () => {
  const partial = { ...fauxAssistantMessage("half"), stopReason: "pending" as const };
  const events = lazyStream(testModel("mine"), async () =>
    (async function* (): AsyncGenerator<AssistantMessageEvent> {
      yield { type: "start", partial };
      throw new Error("the wire broke");
    })(),
  );
  expect(await events.result()).toMatchObject({
    content: [{ type: "text", text: "half" }],
    stopReason: "error",
    errorMessage: "the wire broke",
  });
});

test("a stream with an iterator of its own is read through it", async () => {
  const source = new AssistantMessageEventStream();
  const [hidden, shown] = [fauxAssistantMessage("hidden"), fauxAssistantMessage("shown")];
  const own = async function* (): AsyncGenerator<AssistantMessageEvent, undefined> {
    yield { type: "done", reason: "stop", message: shown };
    return undefined;
  };
  source[Symbol.asyncIterator] = own;
  source.push({ type: "done", reason: "stop", message: hidden });
  expect(await lazyStream(testModel("mine"), async () => source).result()).toBe(shown);
});

test("an observer that throws fails the answer, not the protocol that wrote it", async () => {
  const source = new AssistantMessageEventStream();
  const partial = { ...fauxAssistantMessage("half"), stopReason: "pending" as const };
  let isFirst = true;
  const onEvent = () => {
    if (!isFirst) return;
    isFirst = false;
    throw new Error("cannot look");
  };
  const events = lazyStream(testModel("mine"), async () => source, { onEvent });
  await Promise.resolve();
  source.push({ type: "start", partial });
  expect(await events.result()).toMatchObject({ stopReason: "error", errorMessage: "cannot look" });
});

test("a stream that stops without a last event ends with its result, or has failed", async () => {
  const whole = fauxAssistantMessage("whole");
  const ended = new AssistantMessageEventStream();
  ended.end(whole);
  expect(await lazyStream(testModel("mine"), async () => ended).result()).toBe(whole);
  const silent = new AssistantMessageEventStream();
  silent.end();
  expect(await lazyStream(testModel("mine"), async () => silent).result()).toMatchObject({
    stopReason: "error",
    errorMessage: "The provider's stream stopped without saying how the answer ended.",
    error: { code: "server" },
  });
});

test("P-AI-11 an api registered at run time serves stream, streamSimple and complete", async () => {
  const faux = registerFauxProvider({ api: "brand-new" });
  faux.setResponses([fauxAssistantMessage("1"), fauxAssistantMessage("2"), fauxAssistantMessage("3")]);
  const model = faux.getModel();
  const results = [stream, streamSimple].map((ask) => ask(model, { messages: [] }).result());
  const answers = await Promise.all([...results, complete(model, { messages: [] })]);
  expect(answers.map(({ content }) => content[0])).toMatchObject([{ text: "1" }, { text: "2" }, { text: "3" }]);
});

function speaker(api: string, text: string): ApiProvider {
  const answer = (model: Model) =>
    assemble(model, undefined, async (assembler) => {
      assembler.startText().append(text);
      assembler.finish("stop");
    });
  return { api, stream: answer, streamSimple: answer };
}

async function say(model: Model): Promise<string> {
  const [block] = (await complete(model, { messages: [] })).content;
  return block?.type === "text" ? block.text : "";
}
