import * as fc from "fast-check";

const text = fc.constantFrom(
  "",
  "hello",
  "two\nlines",
  "漢字",
  "a longer text that is more than a few words long, to make some tokens",
  "x".repeat(40),
);
const textBlock = text.map((value) => ({ type: "text" as const, text: value }));
const image = fc.constant({ type: "image" as const, data: "iVBORw0KGgo=", mimeType: "image/png" });

const usage = fc
  .record({ input: fc.nat(5000), output: fc.nat(500), cacheRead: fc.nat(5000), cacheWrite: fc.nat(500) })
  .map((part) => ({
    ...part,
    totalTokens: part.input + part.output + part.cacheRead + part.cacheWrite,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  }));

const toolCall = fc.oneof(
  fc.record({
    type: fc.constant("toolCall" as const),
    id: fc.constantFrom("call_1", "call_2"),
    name: fc.constantFrom("read", "write", "edit"),
    arguments: fc.record({ path: fc.constantFrom("a.ts", "src/b.ts") }),
  }),
  fc.record({
    type: fc.constant("toolCall" as const),
    id: fc.constantFrom("call_3"),
    name: fc.constant("bash"),
    arguments: fc.record({ command: fc.constantFrom("ls", "echo hi") }),
  }),
);

export const userMessage = fc.record({
  role: fc.constant("user" as const),
  content: fc.oneof(text, fc.array(fc.oneof(textBlock, image), { maxLength: 2 })),
  timestamp: fc.constant(1_700_000_000_000),
});

export const assistantMessage = fc.record({
  role: fc.constant("assistant" as const),
  content: fc.array(
    fc.oneof(
      textBlock,
      toolCall,
      text.map((thinking) => ({ type: "thinking" as const, thinking })),
    ),
    { maxLength: 3 },
  ),
  api: fc.constant("anthropic-messages"),
  provider: fc.constant("anthropic"),
  model: fc.constant("claude-opus-4-5"),
  usage,
  stopReason: fc.constantFrom("stop", "toolUse", "length", "error", "aborted"),
  timestamp: fc.constant(1_700_000_000_001),
});

export const toolResult = fc.record({
  role: fc.constant("toolResult" as const),
  toolCallId: fc.constantFrom("call_1", "call_2", "call_3"),
  toolName: fc.constantFrom("read", "bash"),
  content: fc.array(fc.oneof(textBlock, image), { maxLength: 2 }),
  isError: fc.boolean(),
  timestamp: fc.constant(1_700_000_000_002),
});

export const bashMessage = fc.record({
  role: fc.constant("bashExecution" as const),
  command: fc.constantFrom("ls", "echo hi"),
  output: text,
  exitCode: fc.constantFrom(0, 1, undefined),
  cancelled: fc.boolean(),
  truncated: fc.boolean(),
  timestamp: fc.constant(1_700_000_000_003),
});

export const customMessage = fc.record({
  role: fc.constant("custom" as const),
  customType: fc.constant("note"),
  content: fc.oneof(text, fc.array(textBlock, { maxLength: 2 })),
  display: fc.boolean(),
  timestamp: fc.constant(1_700_000_000_004),
});

/** Every kind of message that a session holds. */
export const agentMessage = fc.oneof(
  { weight: 3, arbitrary: userMessage },
  { weight: 3, arbitrary: assistantMessage },
  { weight: 2, arbitrary: toolResult },
  bashMessage,
  customMessage,
);
