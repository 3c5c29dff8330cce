import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { SessionLog } from "../session/session-log.ts";
import { draftPath } from "./session-paths.ts";
import { findWriter, type SessionWriter } from "./writer-lock.ts";

const WAIT_MS = 100;

/** The other process that writes the session now, if there is one. */
export function findLogWriter(log: SessionLog): SessionWriter | undefined {
  const path = log.getSessionFile();
  return path === undefined
    ? undefined
    : (findWriter(path) ?? findWriter(draftPath(dirname(path), log.getSessionId())));
}

/**
 * Resolves once this process may write the session, with a log of all that the writer before it left. Rejects where waiting is no help,
 * with the reason, and when the signal aborts; the log that was given can be read as before then.
 */
export async function waitToWrite(log: SessionLog, signal?: AbortSignal): Promise<SessionLog> {
  let current = log;
  for (let reason = log.getReadOnlyReason(); reason; reason = current.getReadOnlyReason()) {
    if (reason.code !== "locked") throw reason;
    // A process that is killed leaves no trace one could watch for.
    while (findLogWriter(current)) await setTimeout(WAIT_MS, undefined, { signal });
    current = current.reopen();
  }
  return current;
}
