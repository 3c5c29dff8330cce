import { DamagedLines } from "../lines/damaged-lines.ts";
import { damagedDirectory, indexDirectory } from "../sessions/session-paths.ts";
import { IndexCache } from "./session-index.ts";

/** Data about sessions that is stored outside their files. */
export interface SessionCaches {
  readonly index: IndexCache;
  readonly damagedLines: DamagedLines;
}

/** Creates the caches on access: a short new session needs neither. */
export function sessionCaches(home: string): SessionCaches {
  return {
    get index() {
      return new IndexCache(indexDirectory(home));
    },
    get damagedLines() {
      return new DamagedLines(damagedDirectory(home));
    },
  };
}
