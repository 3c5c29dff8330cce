import { encodeLine } from "./entries/codec.ts";
import type { SessionLog } from "./session-log.ts";

/** Returns the lines of a session for any program that reads this format: every image is inside its line. */
export function* exportJsonl(session: Pick<SessionLog, "getHeader" | "getRelinkedEntries">): Generator<string> {
  const header = session.getHeader();
  if (header) yield encodeLine(header);
  for (const entry of session.getRelinkedEntries()) yield encodeLine(entry);
}
