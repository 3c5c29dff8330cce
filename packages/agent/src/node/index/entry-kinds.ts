import { isBashIntent } from "../../session/context/bash-intent.ts";
import type { SessionEntry } from "../../session/entries/entry.ts";

/**
 * Returns whether an entry makes a session worth storing. Settings alone do not, so that a program opened and closed again leaves no file.
 */
export function isWorthKeeping(entry: SessionEntry): boolean {
  return ["message", "custom_message", "compaction", "branch_summary"].includes(entry.type) || isBashIntent(entry);
}

/** Returns whether an entry is an answer, which turns a draft into a session. */
export function isAnswer(entry: SessionEntry): boolean {
  return entry.type === "message" && entry.message.role === "assistant";
}
