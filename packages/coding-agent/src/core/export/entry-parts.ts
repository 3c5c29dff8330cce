import type { SessionEntry } from "@tau/agent";
import { type MessagePart, messageParts } from "./message-parts.ts";

/** Returns what a Markdown document shows of an entry; nothing for entries that only change state. */
export function entryParts(entry: SessionEntry): MessagePart[] {
  const timestamp = Date.parse(entry.timestamp);
  switch (entry.type) {
    case "message":
      return messageParts(entry.message);
    case "compaction":
      return messageParts({
        role: "compactionSummary",
        summary: entry.summary,
        tokensBefore: entry.tokensBefore,
        timestamp,
      });
    case "branch_summary":
      return messageParts({ role: "branchSummary", summary: entry.summary, fromId: entry.fromId, timestamp });
    case "custom_message":
      if (!entry.display) return [];
      return messageParts({
        role: "custom",
        customType: entry.customType,
        content: entry.content,
        display: true,
        timestamp,
      });
    case "model_change":
      return [{ kind: "note", title: `Model: ${entry.provider}/${entry.modelId}`, text: "" }];
    default:
      return [];
  }
}
