import * as fc from "fast-check";
import type { Library } from "../../library.ts";
import { subject } from "../../subject.ts";
import { type Conversation, conversationFor, emptyUsage, fullConversation, tools } from "./conversations.ts";
import { meaningOf } from "./meaning.ts";
import { answerOf, modelOf, type ProtocolSetup, protocols, type StreamFunction, setupOf } from "./protocols.ts";
import { comparableRequest, type RecordedRequest, withServer } from "./recording-server.ts";

const level = fc.constantFrom("minimal", "low", "medium", "high", "xhigh", "max");

const simpleOptions = fc.record(
  {
    reasoning: level,
    temperature: fc.constantFrom(0, 0.5),
    maxTokens: fc.constantFrom(100, 50_000),
    sessionId: fc.constantFrom("session-1"),
    cacheRetention: fc.constantFrom("none" as const, "short" as const, "long" as const),
    headers: fc.constantFrom({ "x-own": "1" }, { "x-own": null }),
    metadata: fc.constantFrom({ user_id: "u1" }, { other: 1 }),
    thinkingBudgets: fc.constantFrom({ low: 2000, high: 9000 }),
    toolChoice: fc.constantFrom("auto" as const, "none" as const),
    samplingParams: fc.constantFrom({ top_p: 0.9 }),
  },
  { requiredKeys: [] },
);

/** Options of the protocols' own functions. */
const nativeOptions: Readonly<Record<string, fc.Arbitrary<object>>> = {
  "anthropic-messages": fc.record(
    {
      thinkingEnabled: fc.boolean(),
      thinkingBudgetTokens: fc.constantFrom(1024, 4000),
      effort: fc.constantFrom("low", "max"),
      thinkingDisplay: fc.constantFrom("summarized", "omitted"),
      interleavedThinking: fc.boolean(),
      toolChoice: fc.constantFrom("auto", "any", "none", { type: "tool", name: "read" }),
    },
    { requiredKeys: [] },
  ),
  "openai-completions": fc.record(
    {
      reasoningEffort: level,
      toolChoice: fc.constantFrom("auto", "required", { type: "function", function: { name: "read" } }),
    },
    { requiredKeys: [] },
  ),
  "openai-responses": fc.record(
    {
      reasoningEffort: level,
      reasoningSummary: fc.constantFrom("auto", "detailed", null),
      serviceTier: fc.constantFrom("flex", "priority"),
      toolChoice: fc.constantFrom("auto", "required"),
    },
    { requiredKeys: [] },
  ),
  "azure-openai-responses": fc.record(
    {
      reasoningEffort: level,
      reasoningSummary: fc.constantFrom("auto", "detailed", null),
      azureDeploymentName: fc.constant("deployed"),
      azureApiVersion: fc.constantFrom("v1", "2025-04-01-preview"),
    },
    { requiredKeys: [] },
  ),
  "openai-codex-responses": fc.record(
    {
      reasoningEffort: fc.constantFrom("none", "low", "xhigh"),
      reasoningSummary: fc.constantFrom("auto", "off", null),
      textVerbosity: fc.constantFrom("low", "high"),
      serviceTier: fc.constantFrom("flex"),
      toolChoice: fc.constantFrom("auto", "required"),
    },
    { requiredKeys: [] },
  ),
  "google-generative-ai": googleOptions(),
  "google-vertex": googleOptions(),
  "mistral-conversations": fc.record(
    {
      toolChoice: fc.constantFrom("auto", "any", { type: "function", function: { name: "read" } }),
      promptMode: fc.constant("reasoning"),
      reasoningEffort: fc.constantFrom("none", "high"),
    },
    { requiredKeys: [] },
  ),
  "bedrock-converse-stream": fc.record(
    {
      reasoning: level,
      toolChoice: fc.constantFrom("auto", "any", "none", { type: "tool", name: "read" }),
      interleavedThinking: fc.boolean(),
      thinkingDisplay: fc.constantFrom("summarized", "omitted"),
      requestMetadata: fc.constant({ team: "a" }),
    },
    { requiredKeys: [] },
  ),
  "pi-messages": fc.record({ reasoning: level, debug: fc.boolean() }, { requiredKeys: [] }),
};

function googleOptions(): fc.Arbitrary<object> {
  return fc.record(
    {
      toolChoice: fc.constantFrom("auto", "none", "any"),
      thinking: fc.constantFrom(
        { enabled: true, budgetTokens: 500 },
        { enabled: true, level: "LOW" },
        { enabled: true },
        { enabled: false },
      ),
    },
    { requiredKeys: [] },
  );
}

const modelOverrides = (setup: ProtocolSetup) =>
  fc.record(
    {
      id: fc.constantFrom(...setup.models),
      reasoning: fc.boolean(),
      input: fc.constantFrom(["text"]),
      headers: fc.constantFrom({ "x-model": "m" }),
      maxTokens: fc.constantFrom(3000),
      thinkingLevelMap: fc.constantFrom({ low: "low", high: "max" }, { minimal: null, off: null }, { xhigh: "xhigh" }),
      samplingParams: fc.constantFrom({ top_k: 3 }),
      compat: fc.constantFrom({ supportsMidConvoSystemMessages: true }, { supportsLongCacheRetention: false }, {}),
    },
    { requiredKeys: ["id"] },
  );

interface RequestInput {
  readonly context: Conversation;
  readonly options: object;
  readonly model: object & { readonly id?: string | undefined };
}

const shortContext: Conversation = {
  systemPrompt: "Be brief.",
  messages: [{ role: "user", content: "hello", timestamp: 1 }],
  tools,
};

const ADDRESSES = [
  "https://api.openai.com/v1",
  "https://openrouter.ai/api/v1",
  "https://api.deepseek.com",
  "https://api.z.ai/api/coding/paas/v4",
  "https://api.x.ai/v1",
  "https://api.groq.com/openai/v1",
  "https://api.cerebras.ai/v1",
  "https://api.mistral.ai/v1",
  "https://api.together.xyz/v1",
  "https://ai-gateway.vercel.sh/v1",
  "https://api.moonshot.ai/v1",
  "https://router.huggingface.co/v1",
  "https://chutes.ai/v1",
  "https://example.com/v1",
  "http://localhost:11434/v1",
];
const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };

/** Conversations that are not well formed, or that a model cannot take as they are. */
const edges: Readonly<Record<string, { context: Conversation; model?: object }>> = {
  "empty-user-content": { context: { messages: [userSays([])] } },
  "blank-user-text": { context: { messages: [userSays(" ")] } },
  "empty-user-text": { context: { messages: [userSays("")] } },
  "empty-system-prompt": { context: { systemPrompt: "", messages: [userSays("hello")] } },
  "no-tools": { context: { messages: [userSays("hello")], tools: [] } },
  "no-messages": { context: { messages: [] } },
  "lone-surrogate": { context: { messages: [userSays("a\ud800b")] } },
  "two-images-for-a-text-model": {
    context: { messages: [userSays([image, image, { type: "text", text: "both" }])] },
    model: { input: ["text"] },
  },
  "result-of-a-failed-answer": {
    context: { messages: [userSays("a"), answerCalls("error", "call_1"), resultOf("call_1", "out"), userSays("b")] },
  },
  "result-without-a-call": { context: { messages: [userSays("a"), resultOf("call_9", "out"), userSays("b")] } },
  "call-without-a-result": { context: { messages: [userSays("a"), answerCalls("toolUse", "call_1"), userSays("b")] } },
  "call-at-the-end": { context: { messages: [userSays("a"), answerCalls("toolUse", "call_1")] } },
  "empty-result": {
    context: { messages: [userSays("a"), answerCalls("toolUse", "call_1"), resultOf("call_1", []), userSays("b")] },
  },
  "image-result-for-a-text-model": {
    context: { messages: [userSays("a"), answerCalls("toolUse", "call_1"), resultOf("call_1", [image])] },
    model: { input: ["text"] },
  },
  "image-result": {
    context: { messages: [userSays("a"), answerCalls("toolUse", "call_1"), resultOf("call_1", [image])] },
  },
  "empty-answer": { context: { messages: [userSays("a"), { ...answerCalls("stop"), content: [] }, userSays("b")] } },
  "empty-thinking": {
    context: {
      messages: [
        userSays("a"),
        { ...answerCalls("stop"), content: [{ type: "thinking", thinking: "", thinkingSignature: "" }] },
        userSays("b"),
      ],
    },
  },
  "text-of-a-failed-answer": {
    context: {
      messages: [userSays("a"), { ...answerCalls("error"), content: [{ type: "text", text: "half" }] }, userSays("b")],
    },
  },
  "foreign-thinking": {
    context: {
      messages: [
        userSays("a"),
        {
          ...answerCalls("stop"),
          content: [
            { type: "thinking", thinking: "hm", thinkingSignature: "c2ln" },
            { type: "text", text: "x" },
          ],
        },
        userSays("b"),
      ],
    },
  },
  "image-beside-text-in-a-result": {
    context: {
      messages: [
        userSays("a"),
        answerCalls("toolUse", "call_1"),
        resultOf("call_1", [{ type: "text", text: "t" }, image]),
      ],
    },
  },
  "image-of-a-failed-call": {
    context: {
      messages: [userSays("a"), answerCalls("toolUse", "call_1"), { ...resultOf("call_1", [image]), isError: true }],
    },
  },
  "later-system-message": {
    context: {
      systemPrompt: "Be brief.",
      messages: [userSays("a"), { role: "system", content: "Now loud.", timestamp: 2 }, userSays("b")],
    },
  },
  "same-id-twice": {
    context: {
      messages: [
        userSays("a"),
        answerCalls("toolUse", "call_1"),
        resultOf("call_1", "x"),
        answerCalls("toolUse", "call_1"),
        resultOf("call_1", "y"),
      ],
    },
  },
};

export const requestSubjects = [
  ...protocols.flatMap((setup) => [
    subject<RequestInput>({
      name: `ai/messages-${setup.api}`,
      inputs: fc.record({
        context: conversationFor(setup.api),
        options: fc.constantFrom({}, { reasoning: "high" }),
        model: fc.constantFrom<{ id?: string; compat?: object }>(
          {},
          { compat: { supportsMidConvoSystemMessages: true } },
        ),
      }),
      runs: 80,
      run: async (library, input) =>
        (await requestsOf(library, setup, input, setup.streamSimple ?? "streamSimple")).map(meaningOf),
    }),
    subject<Omit<RequestInput, "context">>({
      name: `ai/options-${setup.api}`,
      inputs: fc.record({ options: simpleOptions, model: modelOverrides(setup) }),
      runs: 80,
      run: (library, input) =>
        requestsOf(
          library,
          setup,
          { context: fullConversation(setup.api, input.model.id), ...input },
          setup.streamSimple ?? "streamSimple",
        ),
    }),
    subject<Omit<RequestInput, "context">>({
      name: `ai/native-options-${setup.api}`,
      inputs: fc.record({ options: nativeOptions[setup.api] ?? fc.constant({}), model: modelOverrides(setup) }),
      runs: 50,
      run: (library, input) =>
        requestsOf(
          library,
          setup,
          { context: fullConversation(setup.api, input.model.id), ...input },
          setup.stream ?? "stream",
        ),
    }),
  ]),
  subject<{ baseUrl: string; provider: string; model: string }>({
    name: "ai/detected-by-address",
    inputs: fc.record({
      baseUrl: fc.constantFrom(...ADDRESSES),
      provider: fc.constantFrom("own", "openrouter", "zai", "deepseek", "github-copilot"),
      model: fc.constantFrom("m-1", "gpt-5.2", "anthropic/claude-sonnet-4.5", "kimi-k2"),
    }),
    runs: 80,
    run: async (library, { baseUrl, provider, model }) => {
      const setup = setupOf("openai-completions");
      const { requests } = await withServer([answerOf(setup.api, { says: [{ text: ["ok"] }] })], (url) => {
        const sent = modelOf(setup, url, { id: model, provider, baseUrl });
        const redirected: typeof fetch = (input, init) => {
          const { pathname, search } = new URL(input instanceof Request ? input.url : input);
          return fetch(new URL(pathname + search, url), init);
        };
        const options = {
          apiKey: "key-1",
          reasoning: "high",
          sessionId: "session-1",
          maxRetries: 0,
          fetch: redirected,
        };
        return library.ai.completeSimple(sent, structuredClone(shortContext) as never, options as never);
      });
      return requests.map(comparableRequest);
    },
  }),
  subject<{ api: string; edge: string }>({
    name: "ai/unusual-messages",
    inputs: fc.record({
      api: fc.constantFrom(...protocols.map(({ api }) => api)),
      edge: fc.constantFrom(...Object.keys(edges)),
    }),
    runs: 200,
    run: async (library, { api, edge }) => {
      const { context, model = {} } = edges[edge] ?? { context: shortContext };
      const setup = setupOf(api);
      const input = { context, model, options: {} };
      return (await requestsOf(library, setup, input, setup.streamSimple ?? "streamSimple")).map(meaningOf);
    },
  }),
];

function userSays(content: unknown): object {
  return { role: "user", content, timestamp: 1 };
}

function answerCalls(stopReason: string, ...ids: string[]): object {
  const content = ids.map((id) => ({ type: "toolCall", id, name: "read", arguments: { path: "a" } }));
  const origin = { api: "test", provider: "test", model: "test" };
  return { role: "assistant", content, ...origin, usage: emptyUsage, stopReason, timestamp: 2 };
}

function resultOf(toolCallId: string, said: unknown): object {
  const content = typeof said === "string" ? [{ type: "text", text: said }] : said;
  return { role: "toolResult", toolCallId, toolName: "read", content, isError: false, timestamp: 3 };
}

async function requestsOf(
  library: Library,
  setup: ProtocolSetup,
  { context, options, model }: RequestInput,
  name: string,
): Promise<RecordedRequest[]> {
  const { requests } = await withServer([answerOf(setup.api, { says: [{ text: ["ok"] }] })], (url) => {
    const transcript = library.ai.normalizeContext(structuredClone(context) as never);
    const all = { apiKey: setup.apiKey, env: setup.env, transport: "sse", maxRetries: 0, ...options };
    const functions = library.ai as unknown as Record<string, StreamFunction>;
    return functions[name]?.(modelOf(setup, url, model), transcript, all).result() ?? Promise.resolve();
  });
  return requests.map(comparableRequest);
}
