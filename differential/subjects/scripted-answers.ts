import * as fc from "fast-check";
import type { ScriptedAnswer } from "./scripted-stream.ts";

const toolCall = fc.record({
  type: fc.constant("toolCall" as const),
  id: fc.constantFrom("call_a", "call_b", "call_c"),
  name: fc.constantFrom("echo", "fails", "slow", "stops", "missing"),
  arguments: fc.constantFrom<Record<string, unknown>>(
    { text: "hi" },
    { text: 5 },
    {},
    { text: "x", more: 1 },
    { text: null },
  ),
});
const words = fc.constantFrom("Hello", "", "two\nlines").map((text) => ({ type: "text" as const, text }));
const thinking = fc.constantFrom("hm", "").map((text) => ({ type: "thinking" as const, thinking: text }));

const answer = fc.oneof(
  fc
    .array(fc.oneof(words, thinking), { maxLength: 2 })
    .map((blocks): ScriptedAnswer => ({ blocks, stopReason: "stop" })),
  fc
    .tuple(
      fc.array(words, { maxLength: 1 }),
      fc.uniqueArray(toolCall, { minLength: 1, maxLength: 3, selector: (call) => call.id }),
    )
    .map(([text, calls]): ScriptedAnswer => ({ blocks: [...text, ...calls], stopReason: "toolUse" })),
  fc.array(words, { maxLength: 1 }).map((blocks): ScriptedAnswer => ({ blocks, stopReason: "length" })),
);
const failure = fc.constantFrom<ScriptedAnswer>(
  { blocks: [{ type: "text", text: "half" }], stopReason: "error", errorMessage: "400 bad request" },
  { blocks: [], stopReason: "aborted", errorMessage: "Request was aborted" },
);

/** What a scripted model answers, turn by turn. Each call has an id of its own. */
export const scriptedAnswers = fc
  .array(fc.oneof({ weight: 8, arbitrary: answer }, { weight: 1, arbitrary: failure }), { maxLength: 4 })
  .map((answers) =>
    answers.map(
      (each, turn): ScriptedAnswer => ({
        ...each,
        blocks: each.blocks.map((block) =>
          block.type === "toolCall" ? { ...block, id: `${block.id}${turn}` } : block,
        ),
      }),
    ),
  );
