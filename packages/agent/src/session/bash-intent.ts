import type { SessionEntry } from "./entry.ts";
import type { BashExecutionMessage } from "./messages.ts";
import type { SessionManager } from "./session-manager.ts";

/** The `customType` of an entry that says: a command of the user's is about to run. */
export const BASH_INTENT = "tau.bash-intent";
/** The `customType` of an entry that says how such a command ended, while the conversation cannot take its message yet. */
export const BASH_OUTCOME = "tau.bash-outcome";

export interface BashIntentData {
  command: string;
  excludeFromContext?: boolean;
  /** A copy of the branch in another session is not waiting for the command's end. */
  sessionId: string;
}

/** A command that was announced and whose message is not in the log. */
export interface UnfinishedBash {
  readonly intentId: string;
  readonly command: string;
  readonly excludeFromContext: boolean;
  /** Its message, where it had ended. */
  readonly outcome?: BashExecutionMessage;
}

type Log = Pick<SessionManager, "appendCustomEntry" | "getSessionId" | "getActiveBranch" | "getEntries">;

/** Written before the command starts; it is on disk when this returns its name. */
export function appendBashIntent(log: Log, command: string, excludeFromContext: boolean): string {
  const data: BashIntentData = { command, sessionId: log.getSessionId() };
  return log.appendCustomEntry(BASH_INTENT, excludeFromContext ? { ...data, excludeFromContext } : data);
}

/** The message names its intent. */
export function appendBashOutcome(log: Log, message: BashExecutionMessage): void {
  log.appendCustomEntry(BASH_OUTCOME, message);
}

/** The commands of the active branch that a crash left without a message. */
export function findUnfinishedBash(log: Log): UnfinishedBash[] {
  const path = log.getActiveBranch();
  const announced = path.flatMap((entry) => announcedBy(entry, log.getSessionId()));
  if (announced.length === 0 || !lacksMessage(announced, path)) return [];
  // The user may have gone to another branch while the command ran: its message is there then.
  const all = log.getEntries();
  const finished = messagesOf(all);
  const outcomes = new Map(all.flatMap(outcomeOf));
  return announced.flatMap((command) => {
    if (finished.has(command.intentId)) return [];
    const outcome = outcomes.get(command.intentId);
    return [outcome ? { ...command, outcome } : command];
  });
}

export function isBashIntent(entry: SessionEntry): boolean {
  return entry.type === "custom" && entry.customType === BASH_INTENT;
}

function lacksMessage(announced: readonly UnfinishedBash[], path: readonly SessionEntry[]): boolean {
  const finished = messagesOf(path);
  return announced.some(({ intentId }) => !finished.has(intentId));
}

function messagesOf(entries: readonly SessionEntry[]): Set<string | undefined> {
  return new Set(
    entries.map((entry) =>
      entry.type === "message" && entry.message.role === "bashExecution" ? entry.message.intentId : undefined,
    ),
  );
}

function announcedBy(entry: SessionEntry, session: string): UnfinishedBash[] {
  if (entry.type !== "custom" || !isBashIntent(entry)) return [];
  const { command, sessionId, excludeFromContext = false } = (entry.data ?? {}) as Partial<BashIntentData>;
  if (typeof command !== "string" || sessionId !== session) return [];
  return [{ intentId: entry.id, command, excludeFromContext: excludeFromContext === true }];
}

function outcomeOf(entry: SessionEntry): [string, BashExecutionMessage][] {
  if (entry.type !== "custom" || entry.customType !== BASH_OUTCOME) return [];
  const message = (entry.data ?? {}) as Partial<BashExecutionMessage>;
  const { role, intentId, command, output } = message;
  const isWhole = role === "bashExecution" && typeof command === "string" && typeof output === "string";
  return isWhole && intentId !== undefined ? [[intentId, message as BashExecutionMessage]] : [];
}
