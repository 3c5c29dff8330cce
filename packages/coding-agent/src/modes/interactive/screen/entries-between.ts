import type { AgentMessage, CustomEntry, ProjectedSessionEntry, SessionLog } from "@tau/agent";
import type { Session } from "../../../core/session/session.ts";

/** Entries of extensions by the message they follow; those before the first follow `undefined`. */
export type EntriesBetween = ReadonlyMap<AgentMessage | undefined, readonly CustomEntry[]>;

/** The end of a log, and the entries that stand in it: known once the end has been read, as far as it was. */
export function withEntries(
  log: Pick<SessionLog, "readContextEnd">,
  isDrawn: (type: string) => boolean,
): { source: Pick<Session, "recentMessages">; between: EntriesBetween } {
  const between = new Map<AgentMessage | undefined, readonly CustomEntry[]>();
  const recentMessages: Session["recentMessages"] = (isEnough) => {
    const end = log.readContextEnd(isEnough);
    between.clear();
    for (const [after, entries] of entriesBetween(end.entries ?? [], isDrawn)) {
      // What stands before the first message that was read follows one that was not.
      if (after || end.before === 0) between.set(after, entries);
    }
    return end;
  };
  return { source: { recentMessages }, between };
}

/** Which entries of a conversation stand between its messages and have a look. */
function entriesBetween(
  conversation: readonly ProjectedSessionEntry[],
  isDrawn: (type: string) => boolean,
): EntriesBetween {
  const between = new Map<AgentMessage | undefined, CustomEntry[]>();
  let last: AgentMessage | undefined;
  for (const { sourceEntry, messages } of conversation) {
    last = messages.at(-1) ?? last;
    if (sourceEntry.type !== "custom" || !isDrawn(sourceEntry.customType)) continue;
    const found = between.get(last);
    if (found) found.push(sourceEntry);
    else between.set(last, [sourceEntry]);
  }
  return between;
}
