import { isBashIntent } from "../session/bash-intent.ts";
import type { SessionEntry } from "../session/entry.ts";

/** Settings alone do not make a session: a program that was opened and closed again leaves nothing behind. */
export function isWorthKeeping(entry: SessionEntry): boolean {
  return ["message", "custom_message", "compaction", "branch_summary"].includes(entry.type) || isBashIntent(entry);
}

/** With its first answer a draft becomes a session. */
export function isAnswer(entry: SessionEntry): boolean {
  return entry.type === "message" && entry.message.role === "assistant";
}
