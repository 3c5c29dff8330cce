import { encodeLine } from "./codec.ts";
import type { SessionManager } from "./session-manager.ts";

/** The lines of a session as any program of this format reads them: every image is in its line. */
export function* exportJsonl(session: Pick<SessionManager, "getHeader" | "getRelinkedEntries">): Generator<string> {
  const header = session.getHeader();
  if (header) yield encodeLine(header);
  for (const entry of session.getRelinkedEntries()) yield encodeLine(entry);
}
