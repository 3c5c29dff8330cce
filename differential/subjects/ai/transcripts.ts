import * as fc from "fast-check";
import { subject } from "../../subject.ts";

const tool = (name: string, description = name) => ({
  name,
  description,
  parameters: { type: "object", properties: { [name]: { type: "string" } } },
});
const system = fc.record(
  {
    role: fc.constant("system" as const),
    content: fc.oneof(
      fc.constantFrom("", "Be brief.", "Be loud."),
      fc.array(fc.constantFrom({ type: "text", text: "one" }, { type: "text", text: "two" }), { maxLength: 2 }),
    ),
    sections: fc.dictionary(fc.constantFrom("skills", "date"), fc.constantFrom("text", "", null), { maxKeys: 2 }),
    toolsAdded: fc.array(fc.constantFrom(tool("a"), tool("b"), tool("a", "changed")), { maxLength: 2 }),
    toolsRemoved: fc.array(fc.constantFrom({ name: "a" }, { name: "zzz" }), { maxLength: 2 }),
    timestamp: fc.constant(1),
  },
  { requiredKeys: ["role", "content", "timestamp"] },
);
const other = fc.constantFrom(
  { role: "user", content: "hi", timestamp: 2 },
  { role: "assistant", content: [{ type: "text", text: "yes" }], stopReason: "stop", timestamp: 3 },
);
const messages = fc
  .tuple(fc.option(system, { nil: undefined }), fc.array(fc.oneof(system, other, other), { maxLength: 5 }))
  .map(([first, rest]) => (first ? [first, ...rest] : rest));

export const transcriptSubjects = [
  subject({
    name: "ai/normalize-context",
    inputs: fc.record({
      systemPrompt: fc.constantFrom(undefined, "", "Prompt."),
      tools: fc.constantFrom(undefined, [], [tool("a")], [tool("a"), tool("b")]),
      messages,
    }),
    runs: 200,
    run: ({ ai }, { systemPrompt, tools, messages }) => {
      const context = {
        messages,
        ...(systemPrompt === undefined ? {} : { systemPrompt }),
        ...(tools ? { tools } : {}),
      };
      const made = ai.createInitialSystemMessage(systemPrompt, tools as never);
      const normalized = ai.normalizeContext(structuredClone(context) as never);
      return {
        made: timeless(made),
        normalized: timeless(normalized),
        again: timeless(ai.normalizeContext(normalized as never)),
      };
    },
  }),
  subject({
    name: "ai/transcript-state",
    inputs: messages,
    runs: 300,
    run: ({ ai }, messages) => ({
      initial: ai.getInitialSystemMessage(messages),
      without: ai.withoutInitialSystemMessage(messages as never),
      tools: ai.getCurrentTools(messages),
      system: ai.getCurrentSystemMessage(messages),
      prompt: ai.getCurrentSystemPrompt(messages),
      declared: ai.getDeclaredTools(messages),
      redefined: ai.hasToolRedefinitions(messages),
      nonAdditive: ai.hasNonAdditiveToolChanges(messages),
    }),
  }),
  subject({
    name: "ai/collapse-system-messages",
    inputs: fc.record({ messages, supported: fc.constantFrom(true, false, undefined) }),
    runs: 200,
    run: ({ ai }, { messages, supported }) => {
      const context = ai.normalizeContext({ messages: structuredClone(messages) } as never);
      return {
        collapsed: timeless(ai.collapseSystemMessages(context)),
        resolved: timeless(ai.resolveTranscript(context, supported)),
      };
    },
  }),
  subject({
    name: "ai/transcript-tools",
    inputs: fc.record({ messages, support: fc.constantFrom(true, false) }),
    runs: 150,
    // The newer interface names the support in words and the result otherwise: what both have is compared.
    run: ({ ai, side }, { messages, support }) => {
      const said = side === "ours" ? (support ? "additions" : "none") : support;
      return ai.resolveTranscriptTools(messages, said as never).requestTools;
    },
  }),
  subject({
    name: "ai/system-message-text",
    inputs: system,
    runs: 150,
    run: ({ ai }, message) => ({
      text: ai.getSystemMessageText(message as never),
      update: ai.renderSystemMessageUpdate(message as never),
    }),
  }),
];

function timeless(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (key, member: unknown) => (key === "timestamp" ? typeof member : member)),
  ) as unknown;
}
