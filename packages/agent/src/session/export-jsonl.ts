import { encodeLine } from "./codec.ts";
import type { SessionLog } from "./session-log.ts";

/** The lines of a session as any program of this format reads them: every image is in its line. */
export function* exportJsonl(session: Pick<SessionLog, "getHeader" | "getRelinkedEntries">): Generator<string> {
  const header = session.getHeader();
  if (header) yield encodeLine(header);
  for (const entry of session.getRelinkedEntries()) yield encodeLine(entry);
}
