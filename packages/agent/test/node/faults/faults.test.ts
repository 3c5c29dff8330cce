import { appendFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { openLog } from "../../../src/node/log/session-files.ts";
import { user } from "../../session/messages-for-tests.ts";
import { entry } from "../../session/store-contract.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { writeSession } from "../writer.ts";
import { inspectSession } from "./inspect-session.ts";
import { runKills } from "./kill-runs.ts";

const NO_FAULTS = { unreadable: [], lost: [], repeated: [], damaged: [], tornShown: [] };

test("killed 50 times at random moments: nothing unreadable, nothing shown is lost, no effect happens twice", async () => {
  const report = await runKills(50);
  const count = expect.any(Number);
  expect(report).toEqual({ ...NO_FAULTS, kills: count, shown: count, effects: count, torn: count });
  expect(report.kills).toBeGreaterThanOrEqual(50);
  expect(report.effects).toBeGreaterThan(0);
}, 180_000);

test("a line that was cut off is no fault where nobody had seen its entry, and is counted once", () => {
  const path = writeSession(temporaryFolder());
  const home = dirname(path);
  const cut = JSON.stringify(entry("unseen", null)).slice(0, 50);
  appendFileSync(path, cut);
  expect(inspectSession(path, [], home)).toEqual({ ...NO_FAULTS, torn: 1 });
  expect(inspectSession(path, [], home)).toEqual({ ...NO_FAULTS, torn: 0 });
  const session = openLog(path, undefined, undefined, { home });
  const shown = [session.appendMessage(user("more"))];
  session.close();
  expect(inspectSession(path, shown, home)).toEqual({ ...NO_FAULTS, torn: 0 });
});

test("a cut line whose entry was shown, damage of another kind, and a session that cannot be written are faults", () => {
  const path = writeSession(temporaryFolder());
  const home = dirname(path);
  const cut = JSON.stringify(entry("seen", null)).slice(0, 50);
  appendFileSync(path, cut);
  expect(inspectSession(path, ["seen"], home)).toEqual({ ...NO_FAULTS, lost: ["seen"], tornShown: [cut], torn: 1 });
  appendFileSync(path, "\nnothing of ours\n");
  expect(inspectSession(path, [], home).damaged).toHaveLength(1);
  expect(inspectSession(home, [], home).unreadable).toHaveLength(1);
});
