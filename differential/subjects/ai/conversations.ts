import * as fc from "fast-check";

const text = fc.constantFrom("hello", "two\nlines", "漢字 😀", "a longer text");
const image = fc.constant({ type: "image" as const, data: "iVBORw0KGgo=", mimeType: "image/png" });
const textBlock = fc.record(
  {
    type: fc.constant("text" as const),
    text,
    textSignature: fc.constantFrom('{"v":1,"id":"msg_1"}', '{"v":1,"id":"msg_2","phase":"commentary"}', "msg_3"),
  },
  { requiredKeys: ["type", "text"] },
);
const reasoningItem = JSON.stringify({ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "abc" });
const thinking = fc.record(
  {
    type: fc.constant("thinking" as const),
    thinking: fc.constantFrom("I think", "two\nthoughts"),
    thinkingSignature: fc.constantFrom("c2lnbmF0dXJl", "reasoning_content", reasoningItem),
    redacted: fc.constantFrom(true),
  },
  { requiredKeys: ["type", "thinking"] },
);
const origins = [
  { api: "anthropic-messages", provider: "anthropic", model: "claude-sonnet-4-5" },
  { api: "openai-completions", provider: "openai", model: "gpt-4o" },
  { api: "openai-responses", provider: "openai", model: "gpt-5.2" },
  { api: "azure-openai-responses", provider: "azure-openai-responses", model: "gpt-5.2" },
  { api: "openai-codex-responses", provider: "openai-codex", model: "gpt-5.2-codex" },
  { api: "google-generative-ai", provider: "google", model: "gemini-2.5-flash" },
  { api: "google-vertex", provider: "google-vertex", model: "gemini-2.5-flash" },
  { api: "mistral-conversations", provider: "mistral", model: "mistral-medium-latest" },
  {
    api: "bedrock-converse-stream",
    provider: "amazon-bedrock",
    model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
  },
  { api: "pi-messages", provider: "radius", model: "auto" },
];
const CALL_IDS = ["call_1", "call_2|fc_2", "toolu_3", "id with blanks/4", `long_${"x".repeat(70)}`];
const toolCall = fc.record(
  {
    type: fc.constant("toolCall" as const),
    id: fc.constantFrom(...CALL_IDS),
    name: fc.constantFrom("read", "write"),
    arguments: fc.constantFrom({}, { path: "a.ts" }, { path: "ab", n: [1, { deep: null }] }),
    thoughtSignature: fc.constantFrom("c2ln"),
  },
  { requiredKeys: ["type", "id", "name", "arguments"] },
);
export const emptyUsage = {
  input: 10,
  output: 5,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 15,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

type Block = { readonly type: string; readonly id?: string; readonly name?: string };

const user = fc
  .oneof(
    text,
    fc.array(
      text.map((value) => ({ type: "text" as const, text: value })),
      { minLength: 1, maxLength: 2 },
    ),
    fc.tuple(
      text.map((value) => ({ type: "text" as const, text: value })),
      image,
    ),
  )
  .map((content) => ({ role: "user" as const, content, timestamp: 1 }));

/** An answer of some protocol and the results of its calls, some of them missing. */
const exchange = fc
  .record({
    origin: fc.constantFrom(...origins),
    own: fc.boolean(),
    content: fc.uniqueArray(fc.oneof(textBlock, thinking, toolCall), {
      minLength: 1,
      maxLength: 3,
      selector: (block) => ("id" in block ? block.id : block),
    }),
    stopReason: fc.constantFrom("stop", "stop", "stop", "length", "error", "aborted"),
    results: fc.array(
      fc.record({
        answered: fc.constantFrom(true, true, true, false),
        isError: fc.boolean(),
        content: fc.oneof(
          fc.array(
            text.map((value) => ({ type: "text" as const, text: value })),
            { minLength: 1, maxLength: 2 },
          ),
          fc.tuple(
            text.map((value) => ({ type: "text" as const, text: value })),
            image,
          ),
        ),
      }),
      { minLength: 3, maxLength: 3 },
    ),
  })
  .map(({ origin, own, content, stopReason, results }) => {
    const calls = (content as Block[]).filter((block) => block.type === "toolCall");
    return {
      own,
      answer: {
        role: "assistant" as const,
        content,
        ...origin,
        usage: emptyUsage,
        stopReason: calls.length > 0 && stopReason === "stop" ? "toolUse" : stopReason,
        timestamp: 2,
      },
      results: calls.flatMap((call, index) => {
        const result = results[index];
        if (!result?.answered || stopReason === "error" || stopReason === "aborted") return [];
        const { isError, content: said } = result;
        return [
          {
            role: "toolResult" as const,
            toolCallId: call.id,
            toolName: call.name,
            content: said,
            isError,
            timestamp: 3,
          },
        ];
      }),
    };
  });

export const tools = [
  {
    name: "read",
    description: "Reads a file.",
    parameters: {
      type: "object",
      properties: { path: { type: "string", description: "Which" }, limit: { type: "integer", minimum: 1 } },
      required: ["path"],
    },
  },
  {
    name: "write",
    description: "",
    parameters: {
      type: "object",
      additionalProperties: false,
      properties: {
        mode: { enum: ["a", "b"] },
        parts: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
      },
    },
  },
];

export interface Conversation {
  readonly systemPrompt?: string;
  readonly messages: readonly unknown[];
  readonly tools?: readonly unknown[];
}

/** Conversations whose answers came from this protocol or from another. */
export function conversationFor(api: string): fc.Arbitrary<Conversation> {
  const own = origins.find((origin) => origin.api === api);
  return fc
    .record({
      systemPrompt: fc.constantFrom(undefined, "Be brief."),
      first: user,
      exchanges: fc.array(fc.tuple(exchange, user), { maxLength: 2 }),
      tools: fc.constantFrom(undefined, tools),
      later: fc.constantFrom(undefined, undefined, undefined, {
        role: "system" as const,
        content: "From now on: loud.",
        timestamp: 4,
      }),
    })
    .map(({ systemPrompt, first, exchanges, tools: chosen, later }) => ({
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
      ...(chosen === undefined ? {} : { tools: chosen }),
      messages: [
        first,
        ...exchanges.flatMap(([{ answer, results, own: isOwn }, next]) => [
          isOwn ? { ...answer, ...own } : answer,
          ...results,
          next,
        ]),
        ...(later ? [later, { role: "user", content: "Go.", timestamp: 5 }] : []),
      ],
    }));
}
