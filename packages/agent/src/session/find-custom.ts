import type { CustomEntry } from "./entry.ts";
import { findBackwards } from "./log-reader.ts";
import type { LogStorage } from "./log-storage.ts";

/** The last entry of a path that holds state of this kind. Reads no other kinds of entries. */
export function findCustom(log: LogStorage, path: readonly number[], customType: string): CustomEntry | undefined {
  return findBackwards(log, path, ["custom"], (entry) =>
    entry.type === "custom" && entry.customType === customType ? entry : undefined,
  );
}
