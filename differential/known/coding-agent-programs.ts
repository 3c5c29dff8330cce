import { type KnownDifference, known } from "../subject.ts";
import { type FieldDifference, placeOf } from "./fields.ts";
import { leavesOf } from "./leaves.ts";

/** Members of the lines of JSON and RPC mode that differ. */
export const programFields: readonly FieldDifference[] = [
  {
    status: "accepted",
    reason: "What a failed tool says is wording.",
    paths: [
      "lines.*.message.content.*.text",
      "lines.*.messages.*.content.*.text",
      "lines.*.result.content.*.text",
      "lines.*.toolResults.*.content.*.text",
    ],
    examples: { "coding-agent/json-mode": "failing" },
  },
  {
    status: "accepted",
    reason:
      "get_state tells more, get_last_assistant_text says null where there is no text, the response to a prompt says what became of it, and the system prompt is not counted among the messages.",
    paths: [
      "*.data (ours)",
      "*.data.dumpTools (ours)",
      "*.data.interruptMode (ours)",
      "*.data.messageCount",
      "*.data.queuedMessageCount (ours)",
      "*.data.systemPrompt (ours)",
      "*.data.text (ours)",
      "*.data.todoPhases (ours)",
      "*.data.messages.*.content.*.text",
      "*.message.content.*.text",
      "*.messages.*.content.*.text",
      "*.result.content.*.text",
      "*.toolResults.*.content.*.text",
    ],
    examples: { "coding-agent/rpc-mode": { script: "tool", commands: ["prompt", "state"] } },
  },
];

const CUT =
  "An answer that was cut by its length stays in the conversation, so that the model can go on with it; pi appends an entry that takes it out.";

export const programDifferences: readonly KnownDifference[] = [
  known<string>({
    subject: "coding-agent/json-mode",
    status: "accepted",
    reason: CUT,
    example: "length",
    matches: ({ input, ours, theirs }) =>
      input === "length" && isExplained("coding-agent/json-mode", ours, withoutContextEdits(theirs)),
  }),
  known<{ script: string }>({
    subject: "coding-agent/rpc-mode",
    status: "accepted",
    reason: CUT,
    example: { script: "length", commands: ["prompt"] } as never,
    matches: ({ input, ours, theirs }) =>
      input.script === "length" &&
      isExplained("coding-agent/rpc-mode", withoutCutAnswers(ours), withoutContextEdits(theirs)),
  }),
];

/** Whether all that differs is named by the rows of a subject. */
function isExplained(subject: string, ours: unknown, theirs: unknown): boolean {
  const places = new Set(programFields.filter(({ examples }) => subject in examples).flatMap(({ paths }) => paths));
  // Ids are numbered in the order in which they occur, and pi's additional entry has one.
  const isId = (value: unknown) => /^#\d+$/.test(String(value));
  return leavesOf({ ours, theirs }).every(
    (leaf) => places.has(placeOf(leaf)) || (isId(leaf.ours) && isId(leaf.theirs)),
  );
}

/** The lines without those that tell of a context edit. */
function withoutContextEdits(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((line) => !isContextEdit(line));
  return { ...(value as object), lines: withoutContextEdits((value as { lines: unknown[] }).lines) };
}

/** The lines without the answers that were cut, in the responses to get_messages. */
function withoutCutAnswers(value: unknown): unknown {
  return (value as { data?: { messages?: { stopReason?: string }[] } }[]).map((line) => {
    const messages = line.data?.messages?.filter(({ stopReason }) => stopReason !== "length");
    return messages ? { ...line, data: { ...line.data, messages } } : line;
  });
}

function isContextEdit(line: { type?: string; entry?: { type?: string } }): boolean {
  return line.type === "entry_appended" && line.entry?.type === "context_edit";
}
