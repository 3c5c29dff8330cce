import type { SessionLog } from "@tau/agent";

const SHOWN = 3;

/** What a user should know of a log that had to be worked around. Who else holds it is asked about, not told. */
export function logProblems(log: SessionLog): string[] {
  const messages = log.getDiagnostics().flatMap(({ code, message }) => (code === "locked" ? [] : [message]));
  const more = messages.length - SHOWN;
  return more > 0 ? [...messages.slice(0, SHOWN), `and ${more} more problems of this kind`] : messages;
}
