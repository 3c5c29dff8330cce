import * as fc from "fast-check";
import { agentMessage } from "./messages.ts";

const body = fc.oneof(
  { weight: 8, arbitrary: agentMessage.map((message) => ({ type: "message", message })) },
  fc.constantFrom("off", "high").map((thinkingLevel) => ({ type: "thinking_level_change", thinkingLevel })),
  fc
    .constantFrom("claude-opus-4-5", "gpt-5")
    .map((modelId) => ({ type: "model_change", provider: "anthropic", modelId })),
  fc.nat(20).map((kept) => ({
    type: "compaction",
    summary: "What happened",
    firstKeptEntryId: `e${kept}`,
    tokensBefore: 1000,
  })),
  fc.nat(20).map((from) => ({ type: "branch_summary", fromId: `e${from}`, summary: "The other branch" })),
  fc.constant({ type: "custom", customType: "state", data: { a: 1 } }),
  fc.boolean().map((display) => ({ type: "custom_message", customType: "note", content: "Noted", display })),
  fc
    .tuple(fc.nat(20), fc.constantFrom("mark", undefined))
    .map(([target, label]) => ({ type: "label", targetId: `e${target}`, label })),
  fc.constantFrom("name", "").map((name) => ({ type: "session_info", name })),
  fc
    .tuple(fc.nat(20), fc.constantFrom(null, { content: "edited" }, { content: [{ type: "text", text: "edited" }] }))
    .map(([target, replacement]) => ({ type: "context_edit", targetId: `e${target}`, replacement })),
  fc.constant({ type: "unknown_kind", anything: true }),
);

/** Entries of one session, mostly one after the other, some on branches. */
export const sessionEntries = fc
  .array(fc.tuple(body, fc.option(fc.nat(20), { nil: undefined, freq: 6 })), { maxLength: 14 })
  .map((parts) =>
    parts.map(([entry, back], index) => {
      const parent = back === undefined || index === 0 ? index - 1 : back % index;
      return {
        ...entry,
        id: `e${index}`,
        parentId: parent < 0 ? null : `e${parent}`,
        timestamp: new Date(1_700_000_000_000 + index * 1000).toISOString(),
      };
    }),
  );

/** A session file with these entries. */
export function sessionFile(entries: readonly object[], cwd = "/work"): string {
  const header = {
    type: "session",
    version: 3,
    id: "0190a0a0-0000-7000-8000-000000000001",
    timestamp: "2024-01-01T00:00:00.000Z",
    cwd,
  };
  return [header, ...entries].map((entry) => `${JSON.stringify(entry)}\n`).join("");
}
