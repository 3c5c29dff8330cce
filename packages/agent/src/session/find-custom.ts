import type { CustomEntry } from "./entries/entry.ts";
import { findBackwards } from "./log-reader.ts";
import type { LogStorage } from "./log-storage.ts";

/** Returns the last custom entry of this type on a path. Reads only custom entries. */
export function findCustom(log: LogStorage, path: readonly number[], customType: string): CustomEntry | undefined {
  return findBackwards(log, path, ["custom"], (entry) =>
    entry.type === "custom" && entry.customType === customType ? entry : undefined,
  );
}
