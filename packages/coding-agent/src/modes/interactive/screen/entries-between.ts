import type { AgentMessage, CustomEntry, ProjectedSessionEntry } from "@tau/agent";

/** Entries of extensions by the message they follow; those before the first follow `undefined`. */
export type EntriesBetween = ReadonlyMap<AgentMessage | undefined, readonly CustomEntry[]>;

/** Which entries of a conversation stand between its messages and have a look. */
export function entriesBetween(
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
