import * as fc from "fast-check";

const text = fc.constantFrom("hello", "two\nlines", "漢字 😀", "a longer text");
const image = fc.constant({ type: "image" as const, data: "iVBORw0KGgo=", mimeType: "image/png" });
const textBlock = text.map((value) => ({ type: "text" as const, text: value }));
const reasoningItem = JSON.stringify({ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "abc" });
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
const call = fc.record({
  id: fc.constantFrom(...CALL_IDS),
  name: fc.constantFrom("read", "write"),
  arguments: fc.constantFrom({}, { path: "a.ts" }, { path: "ab", n: [1, { deep: 2 }] }),
});
export const emptyUsage = {
  input: 10,
  output: 5,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 15,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

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

const resultContent = fc.array(textBlock, { minLength: 1, maxLength: 2 });

/** An answer of some protocol and the results of its calls, some of them missing. */
const exchange = fc.record({
  origin: fc.constantFrom(...origins),
  own: fc.boolean(),
  thinking: fc.boolean(),
  text: fc.option(text, { nil: undefined }),
  calls: fc.uniqueArray(call, { maxLength: 2, selector: ({ id }) => id }),
  length: fc.boolean(),
  results: fc.array(
    fc.record({ answered: fc.constantFrom(true, true, true, false), isError: fc.boolean(), content: resultContent }),
    { minLength: 2, maxLength: 2 },
  ),
});
type Exchange = typeof exchange extends fc.Arbitrary<infer Value> ? Value : never;

function messagesOf(
  { origin, own: isOwn, thinking, text: said, calls, length, results }: Exchange,
  own: (typeof origins)[number],
  turn: number,
): object[] {
  const from = isOwn ? own : origin;
  const thought = { type: "thinking", thinking: "I think", thinkingSignature: signatureOf(from.api) };
  const called = calls.map((each) => ({ type: "toolCall", ...each, id: `t${turn}_${each.id}` }));
  const content = [
    ...(thinking && isOwn ? [thought] : []),
    ...(said !== undefined || calls.length === 0 ? [{ type: "text", text: said ?? "nothing to do" }] : []),
    ...called,
  ];
  const stopReason = length ? "length" : calls.length > 0 ? "toolUse" : "stop";
  const answer = { role: "assistant", content, ...from, usage: emptyUsage, stopReason, timestamp: 2 };
  const answers = called.flatMap(({ id, name }, index) => {
    const { answered, isError, content: output } = results[index]!;
    if (!answered) return [];
    return [{ role: "toolResult", toolCallId: id, toolName: name, content: output, isError, timestamp: 3 }];
  });
  return [answer, ...answers];
}

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
  const own = origins.find((origin) => origin.api === api) ?? origins[0]!;
  return fc
    .record({
      systemPrompt: fc.constantFrom(undefined, "Be brief."),
      first: user,
      exchanges: fc.array(fc.tuple(exchange, user), { maxLength: 2 }),
      tools: fc.constantFrom(undefined, tools),
    })
    .map(({ systemPrompt, first, exchanges, tools: chosen }) => ({
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
      ...(chosen === undefined ? {} : { tools: chosen }),
      messages: [first, ...exchanges.flatMap(([each, next], turn) => [...messagesOf(each, own, turn), next])],
    }));
}

/** The signature that a protocol gives its thinking. */
function signatureOf(api: string): string {
  if (api.endsWith("responses")) return reasoningItem;
  return api === "openai-completions" ? "reasoning_content" : "c2lnbmF0dXJl";
}

/** One conversation with a part of every kind, all of it from the model that it is sent to. */
export function fullConversation(api: string, model: string | undefined): Conversation {
  const origin = origins.find((each) => each.api === api) ?? origins[0]!;
  const own = { ...origin, model: model ?? origin.model };
  const call = { type: "toolCall", id: "call_1", name: "read", arguments: { path: "a.ts" } };
  const result = { role: "toolResult", toolCallId: "call_1", toolName: "read", timestamp: 3 };
  const answer = {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "I think", thinkingSignature: signatureOf(api) },
      { type: "text", text: "I look." },
      call,
    ],
    ...own,
    usage: emptyUsage,
    stopReason: "toolUse",
    timestamp: 2,
  };
  return {
    systemPrompt: "Be brief.",
    tools,
    messages: [
      { role: "user", content: "hello", timestamp: 1 },
      answer,
      { ...result, content: [{ type: "text", text: "text of the file" }], isError: false },
      {
        role: "user",
        content: [
          { type: "text", text: "And this?" },
          { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
        ],
        timestamp: 4,
      },
    ],
  };
}
