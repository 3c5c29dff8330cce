import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SessionLog } from "@tau/agent";
import { afterAll, expect, test } from "vitest";
import { SessionManager } from "../../../src/compat/pi/session-manager.ts";

const CWD = "/some/project";
const home = mkdtempSync(join(tmpdir(), "tau-manager-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("one manager shows a new session, and another file again", () => {
  const manager = talk(SessionManager.create(CWD, undefined, { home }));
  const first = manager.getSessionFile() as string;
  const second = manager.newSession({ parentSession: first }) as string;
  expect([manager.getEntryCount(), manager.getHeader()?.parentSession]).toEqual([0, first]);
  expect([existsSync(second), existsSync(`${first}.lock`)]).toEqual([false, false]);
  manager.setSessionFile(first);
  expect(manager.getEntryCount()).toBe(2);
  manager.close();
});

test("P-SESS-30, P-SESS-32: a branched session is shown in place of the one it comes from, which keeps every byte", () => {
  const manager = talk(SessionManager.create(CWD, undefined, { home }));
  const middle = manager.getBranch()[0]?.id as string;
  const source = manager.getSessionFile() as string;
  const bytes = readFileSync(source);
  const target = manager.createBranchedSession(middle);
  expect([manager.getSessionFile(), manager.getLeafId()]).toEqual([target, middle]);
  manager.appendMessage({ role: "user", content: "in the branch", timestamp: 1 });
  expect(readFileSync(source)).toEqual(bytes);
  manager.close();
});

test("the log of a session stays its own when its manager goes on to another", () => {
  const manager = talk(SessionManager.create(CWD, undefined, { home }));
  const log = manager.lend();
  const file = manager.getSessionFile();
  const target = manager.createBranchedSession(manager.getLeafId() as string);
  log.appendMessage({ role: "user", content: "still here", timestamp: 1 });
  expect([log.getSessionFile(), log.getEntryCount()]).toEqual([file, 3]);
  expect([manager.getSessionFile(), manager.getEntryCount()]).toEqual([target, 2]);
  expect(SessionManager.of(log)).toBe(manager);
  manager.close();
  log.close();
});

test("a log has one manager", () => {
  const log = SessionLog.inMemory();
  const manager = SessionManager.of(log);
  manager.appendSessionInfo("name");
  expect([SessionManager.of(log), log.getSessionName()]).toEqual([manager, "name"]);
});

test("R65: without a folder it is a session of the present one, in memory", () => {
  const manager = SessionManager.inMemory();
  expect([manager.getCwd(), manager.isPersisted(), manager.usesDefaultSessionDir()]).toEqual([
    process.cwd(),
    false,
    false,
  ]);
});

test("sessions are found and listed", async () => {
  const sessionDir = join(home, "own");
  const manager = talk(SessionManager.create(CWD, sessionDir, { home, id: "wanted" }));
  const path = manager.getSessionFile();
  const seen: number[] = [];
  expect(SessionManager.findById(CWD, "wanted", sessionDir)).toBe(path);
  expect((await SessionManager.list(CWD, sessionDir, (loaded) => seen.push(loaded))).map((info) => info.path)).toEqual([
    path,
  ]);
  expect((await SessionManager.listAll(sessionDir, (loaded) => seen.push(loaded))).map((info) => info.id)).toEqual([
    "wanted",
  ]);
  expect(seen).toEqual([1, 1]);
  const fork = SessionManager.forkFrom(path as string, "/other", sessionDir, { home });
  expect([fork.getCwd(), fork.getEntries()]).toEqual(["/other", manager.getEntries()]);
  expect(SessionManager.continueRecent("/other", sessionDir, { home }).getSessionId()).toBe(fork.getSessionId());
  fork.close();
  manager.close();
});

function talk(manager: SessionManager): SessionManager {
  manager.appendMessage({ role: "user", content: "question", timestamp: 1 });
  manager.appendMessage({
    role: "assistant",
    content: [{ type: "text", text: "answer" }],
    api: "faux",
    provider: "faux",
    model: "one",
    usage: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 0,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
    stopReason: "stop",
    timestamp: 2,
  });
  return manager;
}
