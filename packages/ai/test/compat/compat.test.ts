import { expect, test } from "vitest";
import {
  type AssistantMessage,
  bedrockConverseStreamApi,
  cleanupSessionResources,
  createAssistantMessageDiagnostic,
  emptyUsage,
  extractDiagnosticError,
  fauxAssistantMessage,
  getApiProvider,
  InMemoryModelsStore,
  isRetryableAssistantError,
  ModelsError,
  modelsAreEqual,
  type ProviderStreams,
  parseJsonWithRepair,
  registerFauxProvider,
  registerSessionResourceCleanup,
  repairJson,
  resetApiProviders,
  retryAssistantCall,
  StringEnum,
  setBedrockProviderModule,
  streamAnthropic,
  Type,
  uuidv7,
  validateToolArguments,
  validateToolCall,
} from "../../src/compat.ts";
import { testModel } from "../support/models.ts";

const tool = {
  name: "grep",
  description: "",
  parameters: Type.Object({
    pattern: Type.String(),
    limit: Type.Optional(Type.Number()),
    mode: StringEnum(["a", "b"]),
  }),
};
const call = (input: object) => ({ type: "toolCall" as const, id: "1", name: "grep", arguments: input as never });

test("tool arguments are checked, slips are put right, and what is wrong is told", () => {
  expect(validateToolCall([tool], call({ pattern: "x", limit: "5", mode: "a" }))).toEqual({
    pattern: "x",
    limit: 5,
    mode: "a",
  });
  expect(() => validateToolArguments(tool, call({ limit: 1, mode: "c" }))).toThrow(/Validation failed for tool "grep"/);
  expect(() => validateToolCall([], call({}))).toThrow('Tool "grep" not found');
});

test("a TypeBox schema takes what TypeBox converts: one value for a list, an empty text for a number", () => {
  const parameters = Type.Object({ list: Type.Array(Type.Number()), count: Type.Integer(), ratio: Type.Number() });
  const typed = { name: "grep", description: "", parameters };
  expect(validateToolArguments(typed, call({ list: "5", count: 1.5, ratio: "" }))).toEqual({
    list: [5],
    count: 1,
    ratio: 0,
  });
  const plain = { ...typed, parameters: JSON.parse(JSON.stringify(parameters)) as never };
  expect(() => validateToolArguments(plain, call({ list: "5", count: 1, ratio: 1 }))).toThrow(/Validation failed/);
});

test("plain JSON schemas are coerced too, and null is an empty value or one that is left out", () => {
  const validate = (type: string | string[], a: unknown, required = ["a"]) =>
    validateToolArguments(
      { name: "grep", description: "", parameters: { type: "object", properties: { a: { type } }, required } as never },
      call({ a }),
    );
  expect(["string", "number", "integer", "boolean"].map((type) => validate(type, null))).toEqual([
    { a: "" },
    { a: 0 },
    { a: 0 },
    { a: false },
  ]);
  expect([validate("number", null, []), validate(["string", "null"], null)]).toEqual([{}, { a: null }]);
  expect([validate("number", "5"), validate("boolean", "true"), validate("string", 5)]).toEqual([
    { a: 5 },
    { a: true },
    { a: "5" },
  ]);
  for (const type of ["array", "object"]) expect(() => validate(type, null)).toThrow(/Validation failed/);
});

test("errors without a code are retried by their text", () => {
  const texts = [
    "getaddrinfo ENOTFOUND api.example.com",
    "getaddrinfo EAI_AGAIN api.example.com",
    "unexpected EOF",
    "Premature close",
    "stream ended before message_stop",
    "error 524",
    "An error occurred. You can retry your request.",
    "ResourceExhausted",
    "other side closed",
  ];
  const failure = (errorMessage: string) =>
    ({ role: "assistant", content: [], stopReason: "error", errorMessage }) as unknown as AssistantMessage;
  expect(texts.filter((text) => !isRetryableAssistantError(failure(text)))).toEqual([]);
  expect(
    ["invalid request", "content filter", "401", "usage limit reached. Try again in 3 hours"].filter((text) =>
      isRetryableAssistantError(failure(text)),
    ),
  ).toEqual([]);
});

test("P-AI-29/30 repaired text is JSON", () => {
  expect(parseJsonWithRepair('{"a":"x\ny\\p","b":"\\u00e9\\"","c":"\\u12"}')).toEqual({
    a: "x\ny\\p",
    b: 'é"',
    c: "\\u12",
  });
  expect(repairJson('{"a":1}')).toBe('{"a":1}');
});

test("a version 7 id sorts by its time", () => {
  const ids = [1, 2 ** 40, Date.now()].map((time) => uuidv7(time));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids.toSorted()).toEqual(ids);
  const together = Array.from({ length: 5000 }, () => uuidv7(1_700_000_000_000));
  expect(together.toSorted()).toEqual(together);
  expect(new Set(together).size).toBe(5000);
});

test("models are the same by provider and id", () => {
  const model = testModel("openai-completions");
  expect(modelsAreEqual(model, { ...model, name: "other" })).toBe(true);
  expect([modelsAreEqual(model, undefined), modelsAreEqual(model, { ...model, id: "x" })]).toEqual([false, false]);
});

test("P-AI-10 an injected module serves Bedrock: in the registry, also after a reset, and by the name of the protocol", async () => {
  const injected: string[] = [];
  const module = { stream: () => injected.push("stream"), streamSimple: () => injected.push("simple") };
  const model = testModel("bedrock-converse-stream");
  setBedrockProviderModule(module as unknown as ProviderStreams);
  try {
    getApiProvider("bedrock-converse-stream")?.streamSimple(model, { messages: [] });
    resetApiProviders();
    getApiProvider("bedrock-converse-stream")?.stream(model, { messages: [] });
    bedrockConverseStreamApi().streamSimple(model, { messages: [] });
    expect(injected).toEqual(["simple", "stream", "simple"]);
  } finally {
    setBedrockProviderModule(undefined);
  }
  const options = { signal: AbortSignal.abort() };
  const { stopReason } = await bedrockConverseStreamApi().stream(model, { messages: [] }, options).result();
  expect([stopReason, injected.length]).toEqual(["aborted", 3]);
});

test("the old function names reach the protocols", async () => {
  const model = testModel("anthropic-messages", { provider: "anthropic" });
  const message = await streamAnthropic(model, { messages: [] }, { signal: AbortSignal.abort() }).result();
  expect(message.stopReason).toBe("aborted");
});

test("failures that may pass are tried again, others are not", async () => {
  const failed = (error: AssistantMessage["error"], errorMessage = "x"): AssistantMessage => ({
    role: "assistant",
    content: [],
    api: "a",
    provider: "p",
    model: "m",
    usage: emptyUsage(),
    stopReason: "error",
    errorMessage,
    ...(error && { error }),
    timestamp: 0,
  });
  const transient = [
    failed({ code: "server" }, "The load balancer found no server."),
    failed({ code: "rate-limit" }),
    failed(undefined, "fetch failed"),
  ];
  const lasting = [failed({ code: "auth" }), failed({ code: "overflow" }), failed({ code: "rate-limit", status: 402 })];
  expect([...transient, ...lasting].map(isRetryableAssistantError)).toEqual([true, true, true, false, false, false]);
  const answers = [
    failed({ code: "server" }),
    failed({ code: "rate-limit", retryAfterMs: 2 }),
    { ...failed(undefined), stopReason: "stop" as const },
  ];
  const log: unknown[] = [];
  const message = await retryAssistantCall(
    async () => answers.shift()!,
    { enabled: true, maxRetries: 5, baseDelayMs: 1 },
    undefined,
    {
      onRetryScheduled: (attempt, _max, delay) => void log.push([attempt, delay]),
      onRetryFinished: (success, attempt) => void log.push([success, attempt]),
    },
  );
  expect(message.stopReason).toBe("stop");
  expect(log).toEqual([
    [1, 1],
    [2, 2],
    [true, 2],
  ]);
  const waits: number[] = [];
  const asked = [
    failed({ code: "rate-limit", retryAfterMs: 7 }),
    { ...failed(undefined), stopReason: "stop" as const },
  ];
  await retryAssistantCall(async () => asked.shift()!, { enabled: true, maxRetries: 1, baseDelayMs: 1 }, undefined, {
    onRetryScheduled: (_attempt, _max, delay) => void waits.push(delay),
  });
  expect(waits).toEqual([7]);
  const tooLong = await retryAssistantCall(
    async () => failed({ code: "rate-limit", retryAfterMs: 7_000 }),
    { enabled: true, maxRetries: 1, baseDelayMs: 1, longestWaitMs: 5_000 },
    undefined,
  );
  expect(tooLong.stopReason).toBe("error");
  const aborted = await retryAssistantCall(
    async () => failed({ code: "server" }),
    { enabled: true, maxRetries: 1, baseDelayMs: 60_000 },
    AbortSignal.abort(),
  );
  expect(aborted.stopReason).toBe("aborted");
});

test("every session cleanup is called, also after one that failed; then the call fails", () => {
  const called: (string | undefined)[] = [];
  const undo = [
    registerSessionResourceCleanup(() => {
      throw new Error("no");
    }),
    registerSessionResourceCleanup((id) => called.push(id)),
  ];
  expect(() => cleanupSessionResources("s1")).toThrow(AggregateError);
  expect(called).toEqual(["s1"]);
  for (const each of undo) each();
  cleanupSessionResources("s2");
  expect(called).toEqual(["s1"]);
});

test("what was thrown and is no error has a name and its own text", () => {
  expect(extractDiagnosticError("text")).toEqual({ name: "ThrownValue", message: "text" });
  expect(createAssistantMessageDiagnostic("kind", undefined)).toMatchObject({ error: { name: "ThrownValue" } });
});

test("an error about models ends with the text of its cause", () => {
  expect(new ModelsError("auth", "No key", { cause: new Error("locked") }).message).toBe("No key: locked");
  expect(new ModelsError("auth", "No key: locked", { cause: new Error("locked") }).message).toBe("No key: locked");
});

test("a store of models in memory refuses a call whose signal is aborted", async () => {
  const store = new InMemoryModelsStore();
  const aborted = { signal: AbortSignal.abort() };
  await expect(store.write("p", { models: [] }, aborted)).rejects.toThrow();
  await expect(store.read("p", aborted)).rejects.toThrow();
  await expect(store.delete("p", aborted)).rejects.toThrow();
  expect(await store.read("p")).toBeUndefined();
});

test("the faux model and its answers have the names that tests written for pi compare", () => {
  expect(fauxAssistantMessage("hi").model).toBe("faux-1");
  const registration = registerFauxProvider();
  expect(registration.getModel()?.name).toBe("Faux Model");
  registration.unregister();
});
