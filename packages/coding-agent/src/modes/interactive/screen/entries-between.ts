import type { AgentMessage, CustomEntry, SessionEntry } from "@tau/agent";

/** Entries of extensions by the message they follow; those before the first follow `undefined`. */
export type EntriesBetween = ReadonlyMap<AgentMessage | undefined, readonly CustomEntry[]>;

/** Which entries of a branch stand between its messages and have a look. */
export function entriesBetween(branch: readonly SessionEntry[], isDrawn: (type: string) => boolean): EntriesBetween {
  const between = new Map<AgentMessage | undefined, CustomEntry[]>();
  let last: AgentMessage | undefined;
  for (const entry of branch) {
    if (entry.type === "message") last = entry.message;
    if (entry.type !== "custom" || !isDrawn(entry.customType)) continue;
    const found = between.get(last);
    if (found) found.push(entry);
    else between.set(last, [entry]);
  }
  return between;
}
