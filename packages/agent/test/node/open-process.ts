/** Opens a session, tries to write to it, and says what came of it. */
import { openLog } from "../../src/node/log/session-files.ts";
import { SessionError } from "../../src/session/session-error.ts";

const [path = "", home = ""] = process.argv.slice(2);
const session = openLog(path, undefined, undefined, { home });
console.log(
  JSON.stringify({
    entries: session.getEntryCount(),
    refusal: session.getReadOnlyReason()?.code,
    append: tryToAppend(),
    diagnostics: session.getDiagnostics().map(({ code }) => code),
  }),
);

function tryToAppend(): string {
  try {
    return session.appendSessionInfo("name");
  } catch (error) {
    return error instanceof SessionError ? error.code : String(error);
  }
}
