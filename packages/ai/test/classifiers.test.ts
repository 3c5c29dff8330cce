import { expect, test } from "vitest";
import { getBuiltinClassifierModel, getBuiltinClassifierModels, radiusProvider } from "../src/compat.ts";
import {
  builtinModels,
  type ClassifierContext,
  type ClassifierModel,
  type ClassifierOptions,
  cloudflareWorkersAISystemOneApi,
  createModels,
  createProvider,
  type KnownClassifierApi,
  llamaCppClassifyApi,
  openAIDecisionsApi,
  type ProviderClassifier,
  typesafeSystemOneApi,
} from "../src/index.ts";
import { type Answer, startServer, status } from "./support/http-server.ts";
import { testModel } from "./support/models.ts";

const asked: ClassifierContext = {
  state: { message: "It works, thanks." },
  questions: {
    kind: { type: "choice", instructions: "Which?", criteria: { praise: "Pleased", blame: "Displeased" } },
    mood: { type: "score", instructions: "How glad?", criteria: ["sad", "neutral", "glad"] },
    done: { type: "bool", instructions: "Finished?", criteria: { true: "Yes it is", false: "Not yet" } },
  },
};
const image = { type: "image" as const, data: "aGk=", mimeType: "image/png" };
const judged = {
  answers: {
    kind: { type: "choice", choice: "praise", probabilities: { praise: 0.9, blame: 0.1 }, confidence: 0.8 },
    mood: { type: "score", score: 1.75, confidence: 0.7, legend: {}, probabilities: {} },
    done: { type: "noul", noul: 0.95 },
  },
  usage: { input_tokens: 1_000_000, output_tokens: 3 },
};
const expected = {
  kind: { type: "choice", choice: "praise", probabilities: { praise: 0.9, blame: 0.1 }, confidence: 0.8 },
  mood: { type: "score", score: 1.75, confidence: 0.7 },
  done: { type: "bool", probability: 0.95 },
};

test("System One: typed questions go out by its words, and come back by ours, with their price", async () => {
  const { result, requests } = await classify("typesafe-system-one", [status(200, judged)]);
  expect(result).toMatchObject({
    api: "typesafe-system-one",
    provider: "p",
    model: "m",
    stopReason: "stop",
    answers: expected,
    usage: { input: 1_000_000, output: 3, totalTokens: 1_000_003, cost: { total: 2 } },
  });
  expect([requests[0]?.url, requests[0]?.headers.authorization]).toEqual(["/systemone", "Bearer secret-key"]);
  expect(requests[0]?.body).toEqual({
    model: "m",
    state: asked.state,
    questions: { ...asked.questions, done: { ...asked.questions.done, type: "noul" } },
  });
});

test.each<[string, Partial<ClassifierModel>, object, string | undefined]>([
  [
    "assets that the state names",
    {},
    {
      state: ["<image-1>", asked.state],
      assets: { "<image-1>": { type: "image", format: "png", data_base64: "aGk=" } },
    },
    "true",
  ],
  ["a list of data URLs", { id: "@cf/cloudflare/clef" }, { images: ["data:image/png;base64,aGk="] }, "true"],
  [
    "parts before the state",
    { compat: { imageInput: "state-image-urls", sendImageOptInHeader: false } },
    { state: [{ type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } }, asked.state] },
    undefined,
  ],
])("System One takes images as %s", async (_form, model, body, header) => {
  const context = { ...asked, images: [image] };
  const { requests } = await classify("typesafe-system-one", [status(200, judged)], { model, context });
  expect(requests[0]?.body).toMatchObject(body);
  expect(requests[0]?.headers["typesafe-danger-zone-images"]).toBe(header);
});

test("images that a model or its service does not take are refused before anything is sent", async () => {
  const refused = async (model: Partial<ClassifierModel>, images: ClassifierContext["images"] = [image]) => {
    const context = { ...asked, images };
    const { result, requests } = await classify("typesafe-system-one", [status(200, judged)], { model, context });
    expect(requests).toEqual([]);
    return result.errorMessage;
  };
  expect(await refused({ input: ["text"] })).toBe("m takes no images. Leave them out or choose a model that does.");
  expect(await refused({}, [{ ...image, mimeType: "image/webp" }])).toContain("takes no image/webp");
  expect(await refused({ compat: { imageInput: "images" } }, Array(5).fill(image))).toContain("More than 4 images");
});

test("Workers AI has System One in its envelope, below the account's address", async () => {
  const model = { id: "@cf/cloudflare/clef", path: "/accounts/{ACCOUNT}/ai/v1" };
  const options = { env: { ACCOUNT: "abc" } };
  const whole = [status(200, { success: true, result: judged, errors: [] })];
  const { result, requests } = await classify("cloudflare-workers-ai-system-one", whole, { model, options });
  expect([result.answers, requests[0]?.url]).toEqual([expected, "/accounts/abc/ai/run/@cf/cloudflare/clef"]);
  const failed = [status(200, { success: false, errors: [{ message: "No such model" }] })];
  const other = await classify("cloudflare-workers-ai-system-one", failed, { model, options });
  expect(other.result).toMatchObject({ stopReason: "error", errorMessage: expect.stringContaining("No such model") });
});

/** https://developers.openai.com/api/docs/guides/decisions */
test("OpenAI's Decisions: a list of named questions, with the meaning of yes and no in the instructions", async () => {
  const answers = [
    { type: "predicate", name: "done", probability: 0.95 },
    { type: "score", name: "mood", score: 1.75, confidence: 0.7, probabilities: [] },
    {
      type: "choice",
      name: "kind",
      choice: "praise",
      confidence: 0.8,
      probabilities: [
        { value: "praise", probability: 0.9 },
        { value: "blame", probability: 0.1 },
      ],
    },
  ];
  const decided = status(200, { model: "m", answers, usage: { input_tokens: 500_000, output_tokens: 0 } });
  const { result, requests } = await classify("openai-decisions", [decided]);
  expect(result).toMatchObject({ answers: expected, usage: { cost: { total: 1 } } });
  expect([requests[0]?.url, requests[0]?.body]).toEqual([
    "/decisions",
    {
      model: "m",
      input: JSON.stringify(asked.state),
      questions: [
        {
          type: "choice",
          name: "kind",
          instructions: "Which?",
          choices: [
            { value: "praise", description: "Pleased" },
            { value: "blame", description: "Displeased" },
          ],
        },
        {
          type: "score",
          name: "mood",
          instructions: "How glad?",
          levels: [{ label: "sad" }, { label: "neutral" }, { label: "glad" }],
        },
        { type: "predicate", name: "done", instructions: "Finished?\n\nTrue: Yes it is\nFalse: Not yet" },
      ],
    },
  ]);
  const seen = await classify("openai-decisions", [decided], { context: { ...asked, images: [image] } });
  expect(seen.requests[0]?.body.input).toEqual([
    {
      role: "user",
      content: [
        { type: "input_text", text: JSON.stringify(asked.state) },
        { type: "input_image", image_url: "data:image/png;base64,aGk=" },
      ],
    },
  ]);
  const declined = status(200, { answers: [{ type: "refusal", name: "kind" }], usage: { input_tokens: 500_000 } });
  expect((await classify("openai-decisions", [declined])).result).toMatchObject({
    stopReason: "error",
    errorMessage: 'The model declined to answer "kind". Rephrase the question.',
    usage: { cost: { total: 1 } },
  });
});

test("a chat model on llama.cpp is read by how likely each answer is as its next token", async () => {
  const tokens = (each: Record<string, number>): Answer =>
    status(200, {
      choices: [
        {
          logprobs: {
            content: [{ top_logprobs: Object.entries(each).map(([token, p]) => ({ token, logprob: Math.log(p) })) }],
          },
        },
      ],
    });
  const answers = [
    tokens({ A: 0.3, " A": 0.3, B: 0.2, the: 0.2 }),
    tokens({ "0": 0.1, "1": 0.1, "2": 0.2 }),
    tokens({ Yes: 0.6, No: 0.2 }),
  ];
  const { result, requests } = await classify("llama-cpp-classify", answers, { model: { path: "/v1" } });
  expect(rounded(result.answers)).toEqual({
    kind: { type: "choice", choice: "praise", probabilities: { praise: 0.75, blame: 0.25 }, confidence: 0.5 },
    mood: { type: "score", score: 1.25, confidence: 0.25 },
    done: { type: "bool", probability: 0.75 },
  });
  expect(result.usage).toBeUndefined();
  expect(requests.map(({ url }) => url)).toEqual(Array(3).fill("/v1/chat/completions"));
  const prompts = requests.map(({ body }) => (body.messages as { content: string }[])[0]?.content ?? "");
  const shared = prompts[0]?.indexOf("Now answer one question") ?? 0;
  expect(new Set(prompts.map((prompt) => prompt.slice(0, shared))).size).toBe(1);
  expect(prompts.map((prompt) => prompt.slice(prompt.lastIndexOf("Answer with")))).toEqual([
    "Answer with exactly one of: A, B.",
    "Answer with exactly one of: 0, 1, 2.",
    "Answer with exactly one of: Yes, No.",
  ]);
  const softer = await classify("llama-cpp-classify", answers, { options: { temperature: 1e9 } });
  expect(rounded(softer.result.answers)).toMatchObject({ kind: { probabilities: { praise: 0.5, blame: 0.5 } } });
  const blind = await classify("llama-cpp-classify", [status(200, { choices: [] })]);
  expect(blind.result.errorMessage).toContain("gave no probabilities");
  const zero = await classify("llama-cpp-classify", answers, { options: { temperature: 0 } });
  expect(zero.result.errorMessage).toContain("not above 0");
});

test("whatever goes wrong is a result: a refused key, a page, nonsense, an abort; never a rejection, never the key", async () => {
  const errors = async (answer: Answer) => {
    const { result } = await classify("typesafe-system-one", [answer], { options: { maxRetries: 0 } });
    expect([result.stopReason, result.answers]).toEqual(["error", {}]);
    expect(JSON.stringify(result)).not.toContain("secret-key");
    return result.errorMessage;
  };
  expect(await errors(status(401, { error: { message: "bad key secret-key" } }))).toContain("refused the credentials");
  expect(await errors(status(200, "<html><title>Sign in</title></html>", { "content-type": "text/html" }))).toContain(
    'an HTML page ("Sign in")',
  );
  expect(await errors(status(200, "oops"))).toContain("not with JSON: oops.");
  expect(await errors(status(200, { answers: {} }))).toContain('The answer to "kind" makes no sense');
  const options = { signal: AbortSignal.abort() };
  expect((await classify("typesafe-system-one", [status(200, judged)], { options })).result.stopReason).toBe("aborted");
  const empty = { context: { state: {}, questions: {} } };
  expect((await classify("typesafe-system-one", [], empty)).result.errorMessage).toContain("There is no question");
});

test("a collection finds models by what they are good for, and says who cannot do what", async () => {
  const authContext = { env: async () => undefined, fileExists: async () => false };
  const models = await builtinModels({ authContext }, ["openai", "groq", "typesafe"]);
  const jev = models.getModelOfType("classifier", "typesafe", "jev-latest") as ClassifierModel;
  expect(jev).toEqual(getBuiltinClassifierModel("typesafe", "jev-latest"));
  expect(models.getModel("typesafe", "jev-latest")).toBeUndefined();
  expect(models.getModel("openai", "gpt-6-luna")?.api).toBe("openai-responses");
  expect(models.getModelOfType("classifier", "openai", "gpt-6-luna")?.api).toBe("openai-decisions");
  expect(models.getModelsOfType("classifier", "openai")).toEqual(getBuiltinClassifierModels("openai"));
  expect(await models.classify(jev, asked)).toMatchObject({
    stopReason: "error",
    errorMessage: "TypeSafe is not configured. Sign in or set a key.",
  });
  expect(await models.getAvailableOfType("classifier")).toEqual([]);
  const elsewhere = { ...jev, provider: "groq", type: "image" as const, api: "nobody", output: ["image" as const] };
  expect((await models.generateImages(elsewhere, { input: [] }, { apiKey: "k" })).errorMessage).toContain(
    "no implementation of nobody",
  );
});

test("a credential may be good for some models only", async () => {
  const plain = testModel("x", { provider: "p" });
  const classifier = modelOf("typesafe-system-one", "http://x");
  const base = { id: "p", auth, models: [plain, classifier], api: { stream: never, streamSimple: never } };
  const available = async (filters: object) => {
    const models = createModels();
    models.setProvider(createProvider({ ...base, ...filters }));
    return (await models.getAllAvailable()).map(({ type = "chat" }) => type);
  };
  expect(await available({})).toEqual(["chat", "classifier"]);
  expect(await available({ filterModels: () => [] })).toEqual(["classifier"]);
  expect(await available({ filterAllModels: () => [] })).toEqual([]);
  expect(() => createProvider({ id: "p", auth, models: [], classifiers: {} })).toThrow("implements nothing");
});

test("a gateway lists its models at its address, which is configuration", async () => {
  const row = {
    id: "balanced",
    name: "Balanced",
    reasoning: true,
    input: ["text"],
    cost: {},
    contextWindow: 1,
    maxTokens: 1,
  };
  await using server = await startServer(
    status(200, { baseUrl: "https://gateway/v1", models: [row] }),
    status(403, { error: "no" }),
  );
  const models = createModels({ authContext: { env: async () => "secret-key", fileExists: async () => false } });
  models.setProvider(radiusProvider({ gateway: `${server.url}/` }));
  expect((await models.refresh()).errors.size).toBe(0);
  expect(models.getModels("radius")).toEqual([
    { ...row, api: "pi-messages", provider: "radius", baseUrl: "https://gateway/v1" },
  ]);
  expect(server.requests[0]?.url).toBe("/v1/config");
  expect(String((await models.refresh()).errors.get("radius"))).toContain("refused the credentials");
  expect(models.getModels("radius")).toHaveLength(1);
  models.setProvider(radiusProvider());
  const { errors } = await models.refresh();
  expect(String(errors.get("radius"))).toContain("No address of the Radius gateway. Set PI_RADIUS_GATEWAY to it.");
});

const APIS: Record<KnownClassifierApi, () => ProviderClassifier> = {
  "cloudflare-workers-ai-system-one": cloudflareWorkersAISystemOneApi,
  "llama-cpp-classify": llamaCppClassifyApi,
  "openai-decisions": openAIDecisionsApi,
  "typesafe-system-one": typesafeSystemOneApi,
};
const auth = { apiKey: { name: "key", resolve: async () => ({ auth: { apiKey: "secret-key" } }) } };

interface Classification {
  model?: Partial<ClassifierModel> & { path?: string };
  context?: ClassifierContext;
  options?: ClassifierOptions;
}

async function classify(api: KnownClassifierApi, answers: Answer[], asking: Classification = {}) {
  await using server = await startServer(...answers);
  const { path = "", ...overrides } = asking.model ?? {};
  const model = { ...modelOf(api, server.url + path), ...overrides };
  const models = createModels();
  models.setProvider(createProvider({ id: "p", auth, models: [model], classifiers: { [api]: APIS[api]() } }));
  const result = await models.classify(model, asking.context ?? asked, asking.options);
  return { result, requests: server.requests };
}

function modelOf(api: string, baseUrl: string): ClassifierModel {
  const cost = { input: 2, output: 0, cacheRead: 0, cacheWrite: 0 };
  return {
    type: "classifier",
    id: "m",
    name: "M",
    api,
    provider: "p",
    baseUrl,
    input: ["text", "image"],
    cost,
    contextWindow: 1_000,
  };
}

function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, each) =>
    typeof each === "number" ? Math.round(each * 1e6) / 1e6 : each,
  );
}

function never(): never {
  throw new Error("not to be called");
}
