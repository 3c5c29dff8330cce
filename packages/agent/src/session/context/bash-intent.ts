import type { SessionEntry } from "../entries/entry.ts";
import type { BashExecutionMessage } from "../entries/messages.ts";
import type { SessionLog } from "../session-log.ts";

/** The `customType` of an entry that announces a command of the user before it runs. */
export const BASH_INTENT = "tau.bash-intent";
/** The `customType` of an entry with the outcome of such a command, used while its message cannot be added to the conversation yet. */
export const BASH_OUTCOME = "tau.bash-outcome";

export interface BashIntentData {
  command: string;
  excludeFromContext?: boolean;
}

/** An announced command whose message is not in the log. */
export interface UnfinishedBash extends BashIntentData {
  readonly intentId: string;
  /** The message of the command, if it had ended. */
  readonly outcome?: BashExecutionMessage;
}

/** Writes the intent before the command starts and returns its entry id. The entry is written when this returns. */
export function appendBashIntent(
  log: Pick<SessionLog, "appendCustomEntry">,
  command: string,
  excludeFromContext: boolean,
): string {
  const data: BashIntentData = { command, ...(excludeFromContext ? { excludeFromContext } : {}) };
  return log.appendCustomEntry(BASH_INTENT, data);
}

/** Writes the outcome; the message contains the id of its intent. */
export function appendBashOutcome(log: Pick<SessionLog, "appendCustomEntry">, message: BashExecutionMessage): void {
  log.appendCustomEntry(BASH_OUTCOME, message);
}

/** Returns those announced commands that a crash left without a message on any branch. */
export function findUnfinishedBash(
  log: Pick<SessionLog, "getEntries">,
  intentIds: readonly string[],
): UnfinishedBash[] {
  if (intentIds.length === 0) return [];
  const entries = log.getEntries();
  const announcedIds = new Set(intentIds);
  const finished = new Set(entries.map(finishedBy));
  const outcomes = new Map(entries.flatMap(outcomeOf));
  return entries.flatMap((entry) => {
    const announced = announcedIds.has(entry.id) && !finished.has(entry.id) ? intentOf(entry) : undefined;
    if (!announced) return [];
    const outcome = outcomes.get(entry.id);
    return [{ ...announced, intentId: entry.id, ...(outcome ? { outcome } : {}) }];
  });
}

export function isBashIntent(entry: SessionEntry): boolean {
  return entry.type === "custom" && entry.customType === BASH_INTENT;
}

function intentOf(entry: SessionEntry): BashIntentData | undefined {
  if (entry.type !== "custom" || !isBashIntent(entry)) return undefined;
  const { command, excludeFromContext } = (entry.data ?? {}) as Partial<BashIntentData>;
  if (typeof command !== "string") return undefined;
  return { command, ...(excludeFromContext === true ? { excludeFromContext } : {}) };
}

function finishedBy(entry: SessionEntry): string | undefined {
  return entry.type === "message" && entry.message.role === "bashExecution" ? entry.message.intentId : undefined;
}

function outcomeOf(entry: SessionEntry): [string, BashExecutionMessage][] {
  if (entry.type !== "custom" || entry.customType !== BASH_OUTCOME) return [];
  const message = (entry.data ?? {}) as Partial<BashExecutionMessage>;
  const { role, intentId, command, output } = message;
  const isWhole = role === "bashExecution" && typeof command === "string" && typeof output === "string";
  return isWhole && intentId !== undefined ? [[intentId, message as BashExecutionMessage]] : [];
}
