import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { SessionLog } from "../../session/session-log.ts";
import { draftPath } from "../sessions/session-paths.ts";
import { findWriter, type SessionWriter } from "./writer-lock.ts";

const WAIT_MS = 100;

/** Returns the other process that is writing the session, if any. */
export function findLogWriter(log: SessionLog): SessionWriter | undefined {
  const path = log.getSessionFile();
  return path === undefined
    ? undefined
    : (findWriter(path) ?? findWriter(draftPath(dirname(path), log.getSessionId())));
}

/**
 * Resolves once this process may write the session, to a log with everything the previous writer left. Rejects with the reason if waiting
 * does not help, or when the signal aborts; the given log then stays readable.
 */
export async function waitToWrite(log: SessionLog, signal?: AbortSignal): Promise<SessionLog> {
  let current = log;
  for (let reason = log.getReadOnlyReason(); reason; reason = current.getReadOnlyReason()) {
    if (reason.code !== "locked") throw reason;
    // Poll, because a killed process leaves nothing to watch.
    while (findLogWriter(current)) await setTimeout(WAIT_MS, undefined, { signal });
    current = current.reopen();
  }
  return current;
}
