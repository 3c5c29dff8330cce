import { writeSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { openLog } from "../../src/node/log/session-files.ts";
import { waitToWrite } from "../../src/node/log/session-writer.ts";
import { assistant, user } from "../session/messages-for-tests.ts";

const [path, mode] = process.argv.slice(2);
let session = openLog(path as string, undefined, undefined, { home: dirname(path as string) });
const refusal = session.getReadOnlyReason();
say(refusal ? refusal.code : "writing");
if (mode === "append" && !refusal) {
  for (;;) {
    say(session.appendMessage(user("entry")));
    await setImmediate();
  }
}
if (mode === "wait") {
  session = await waitToWrite(session);
  say(session.appendMessage(user("my turn")));
}
process.stdin.once("data", () => say(session.appendMessage(assistant("answer"))));

/** What has been said has been written: nothing waits in a buffer when the process is killed. */
function say(line: string): void {
  try {
    writeSync(1, `${line}\n`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
  }
}
