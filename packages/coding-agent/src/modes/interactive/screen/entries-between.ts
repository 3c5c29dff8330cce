import type { AgentMessage, CustomEntry, ProjectedSessionEntry, SessionLog } from "@tau/agent";
import type { Session } from "../../../core/session/session.ts";

/** Entries of extensions by the message they follow. The key is `undefined` for those before the first message. */
export type EntriesBetween = ReadonlyMap<AgentMessage | undefined, readonly CustomEntry[]>;

/** Returns a source that reads the end of a log, and the entries in the part that was read. */
export function withEntries(
  log: Pick<SessionLog, "readContextEnd">,
  isDrawn: (type: string) => boolean,
): { source: Pick<Session, "recentMessages">; between: EntriesBetween } {
  const between = new Map<AgentMessage | undefined, readonly CustomEntry[]>();
  const recentMessages: Session["recentMessages"] = (isEnough) => {
    const end = log.readContextEnd(isEnough);
    between.clear();
    for (const [after, entries] of entriesBetween(end.entries ?? [], isDrawn)) {
      // Entries before the first read message follow a message that was not read.
      if (after || end.before === 0) between.set(after, entries);
    }
    return end;
  };
  return { source: { recentMessages }, between };
}

/** Returns the entries between the messages of a conversation that extensions draw. */
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
