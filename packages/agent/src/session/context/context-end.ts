import type { AgentMessage } from "../../contract/messages.ts";
import type { SessionEntry } from "../entries/entry.ts";
import { readEntries } from "../log-reader.ts";
import type { LogStorage } from "../log-storage.ts";
import { type ProjectedSessionEntry, projectContext } from "./context.ts";

/** The last messages of a context. */
export interface ContextEnd {
  readonly messages: AgentMessage[];
  /** The source entries of the messages and the entries between them. Absent if only the messages are available. */
  readonly entries?: readonly ProjectedSessionEntry[];
  /** How many entries with a message precede them on the branch, unread. */
  readonly before: number;
}

const FIRST_READ = 32;

/**
 * Reads a path backwards until there are enough messages. Returns `undefined` if that needs the beginning of the context, which must then
 * be built completely. Edits follow the message they change, so every message here is as the model sees it.
 */
export function readContextEnd(
  log: LogStorage,
  path: readonly number[],
  isEnough: (messages: readonly AgentMessage[]) => boolean,
): ContextEnd | undefined {
  let read: SessionEntry[] = [];
  let from = path.length;
  for (let count = FIRST_READ; from > 0; count *= 2) {
    const to = from;
    from = Math.max(0, to - count);
    const positions = path.slice(from, to);
    if (positions.some((position) => log.typeAt(position) === "compaction")) return undefined;
    read = [...readEntries(log, positions), ...read];
    const entries = projectContext(read);
    const messages = entries.flatMap((entry) => entry.messages);
    if (from > 0 && isEnough(messages)) return endOf(messages, entries, () => countMessages(log, path.slice(0, from)));
  }
  return undefined;
}

/** Counts the earlier entries only on access: few callers need the number, and a long session has many. */
function endOf(messages: AgentMessage[], entries: readonly ProjectedSessionEntry[], count: () => number): ContextEnd {
  return {
    messages,
    entries,
    get before() {
      return count();
    },
  };
}

/** Returns whether a path has any message for the model. Reads no entry. */
export function hasMessage(log: LogStorage, path: readonly number[]): boolean {
  return path.some((position) => isWithMessage(log, position));
}

function countMessages(log: LogStorage, path: readonly number[]): number {
  return path.filter((position) => isWithMessage(log, position)).length;
}

function isWithMessage(log: LogStorage, position: number): boolean {
  return WITH_MESSAGE.has(log.typeAt(position));
}

const WITH_MESSAGE: ReadonlySet<string> = new Set(["message", "custom_message", "branch_summary", "compaction"]);
