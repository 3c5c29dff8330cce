import type { FieldDifference } from "./fields.ts";

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
  {
    status: "open",
    reason:
      "After an answer that was cut by its length pi appends an entry to the session and tells of it (entry_appended).",
    paths: ["lines[length]", "[length]"],
    examples: {
      "coding-agent/json-mode": "length",
      "coding-agent/rpc-mode": { script: "length", commands: ["prompt"] },
    },
  },
];
