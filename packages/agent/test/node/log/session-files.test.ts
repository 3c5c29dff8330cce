import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { IndexCache } from "../../../src/node/index/session-index.ts";
import { createLog, openLog } from "../../../src/node/log/session-files.ts";
import { cloneLog, continueLog, findSessionFile } from "../../../src/node/sessions/earlier-sessions.ts";
import { listProjectSessions, listSessions } from "../../../src/node/sessions/list-sessions.ts";
import { getDefaultSessionDir } from "../../../src/node/sessions/session-paths.ts";
import { SessionLog } from "../../../src/session/session-log.ts";
import { assistant, user } from "../../session/messages-for-tests.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const CWD = "/some/project";

function home() {
  const folder = temporaryFolder();
  return { home: folder, sessions: join(folder, "sessions", "--some-project--") };
}

describe("where a session is", () => {
  test("R45: the folder is the project's path with dashes", () => {
    expect(getDefaultSessionDir("/a/b:c", "/home/x")).toBe("/home/x/sessions/--a-b-c--");
    expect(getDefaultSessionDir("C:\\work", "/home/x")).toBe("/home/x/sessions/--C--work--");
  });

  test("P-SESS-1: the name has time and id, the first line the header", () => {
    const { home: folder, sessions } = home();
    const session = talk(createLog(CWD, undefined, { home: folder, id: "abc" }));
    const path = session.getSessionFile() as string;
    expect(path).toMatch(/--some-project--\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z_abc\.jsonl$/);
    expect(JSON.parse(readFileSync(path, "utf8").split("\n")[0] as string)).toEqual({
      type: "session",
      version: 3,
      id: "abc",
      timestamp: session.getHeader()?.timestamp,
      cwd: CWD,
    });
    expect([session.getSessionDir(), session.usesDefaultSessionDir()]).toEqual([sessions, true]);
  });

  test("R65: a session in memory touches no disk and has all methods", () => {
    const session = talk(SessionLog.inMemory(CWD));
    expect([session.getSessionFile(), session.isPersisted(), session.usesDefaultSessionDir()]).toEqual([
      undefined,
      false,
      false,
    ]);
    expect(session.getSessionDir()).toBe("");
  });
});

describe("opening", () => {
  test("P-SESS-39: a session comes back from its file alone", () => {
    const { home: folder } = home();
    const session = talk(createLog(CWD, undefined, { home: folder }));
    session.appendThinkingLevelChange("high");
    session.appendSessionInfo("name");
    session.close();
    const again = openLog(session.getSessionFile() as string, undefined, undefined, { home: folder });
    expect(again.buildSessionContext()).toEqual(session.buildSessionContext());
    expect([again.getEntries(), again.getLeafId(), again.getSessionName(), again.getCwd()]).toEqual([
      session.getEntries(),
      session.getLeafId(),
      "name",
      CWD,
    ]);
    expect([again.getDiagnostics(), again.getReadOnlyReason()]).toEqual([[], undefined]);
  });

  test("another cwd can be given for one opening", () => {
    const { home: folder } = home();
    const session = talk(createLog(CWD, undefined, { home: folder }));
    session.close();
    const again = openLog(session.getSessionFile() as string, undefined, "/other", { home: folder });
    expect([again.getCwd(), again.getHeader()?.cwd]).toEqual(["/other", CWD]);
  });

  test("an empty file becomes a session", () => {
    const path = join(temporaryFolder(), "x.jsonl");
    writeFileSync(path, "");
    const session = talk(openLog(path, undefined, CWD));
    session.close();
    expect(openLog(path).getEntries()).toEqual(session.getEntries());
  });

  test("a log that makes, opens or forks another stays what it is", () => {
    const { home: folder } = home();
    const log = talk(createLog(CWD, undefined, { home: folder }));
    const path = log.getSessionFile() as string;
    const next = log.createNext({ parentSession: path });
    expect([next.getEntryCount(), next.getHeader()?.parentSession]).toEqual([0, path]);
    expect(existsSync(next.getSessionFile() as string)).toBe(false);
    const others = [next, log.openOther(path), log.fork(log.getLeafId()), log.fork(null)];
    log.appendMessage(user("only here"));
    expect(others.map((other) => other.getEntryCount())).toEqual([0, 2, 2, 0]);
    expect([log.getSessionFile(), log.getEntryCount()]).toEqual([path, 3]);
  });
});

describe("the last session", () => {
  test("P-SESS-49: the newest file of the project goes on, or a new one begins", () => {
    const { home: folder } = home();
    const fresh = continueLog(CWD, undefined, { home: folder });
    expect(fresh.getEntryCount()).toBe(0);
    const older = talk(createLog(CWD, undefined, { home: folder }));
    const newer = talk(createLog(CWD, undefined, { home: folder }));
    utimesSync(older.getSessionFile() as string, 100, 100);
    expect(continueLog(CWD, undefined, { home: folder }).getSessionId()).toBe(newer.getSessionId());
  });

  test("a newer draft goes on, unless it belongs to another project", () => {
    const { home: folder } = home();
    const saved = talk(createLog(CWD, undefined, { home: folder }));
    utimesSync(saved.getSessionFile() as string, 100, 100);
    const foreign = createLog("/elsewhere", undefined, { home: folder });
    foreign.appendMessage(user("not mine"));
    expect(continueLog(CWD, undefined, { home: folder }).getSessionId()).toBe(saved.getSessionId());
    const draft = createLog(CWD, undefined, { home: folder });
    draft.appendMessage(user("never answered"));
    draft.close();
    const again = continueLog(CWD, undefined, { home: folder });
    expect(again.buildSessionContext().messages).toEqual([user("never answered")]);
    expect(again.getSessionFile()).toBe(draft.getSessionFile());
    again.appendMessage(assistant("now"));
    expect(existsSync(draft.getSessionFile() as string)).toBe(true);
    expect(readdirSync(join(folder, "sessions/drafts")).filter((name) => name.includes(draft.getSessionId()))).toEqual(
      [],
    );
  });

  test("in a folder of one's own, sessions of other projects are passed over", () => {
    const folder = temporaryFolder();
    const mine = talk(createLog(CWD, folder, { home: folder }));
    utimesSync(mine.getSessionFile() as string, 100, 100);
    talk(createLog("/elsewhere", folder, { home: folder }));
    expect(continueLog(CWD, folder, { home: folder }).getSessionId()).toBe(mine.getSessionId());
  });

  test("a session is found by its id", () => {
    const folder = temporaryFolder();
    const session = talk(createLog(CWD, folder, { home: folder, id: "wanted" }));
    const odd = join(folder, "odd.jsonl");
    writeFileSync(odd, `${JSON.stringify({ ...session.getHeader(), id: "odd-one" })}\n`);
    expect(findSessionFile(CWD, "wanted", folder)).toBe(session.getSessionFile());
    expect(findSessionFile(CWD, "odd-one", folder)).toBe(odd);
    expect(findSessionFile(CWD, "want", folder)).toBeUndefined();
  });
});

describe("forks", () => {
  test("P-SESS-30, P-SESS-32: a branched session is a new file; the old one keeps every byte", () => {
    const { home: folder } = home();
    const session = talk(createLog(CWD, undefined, { home: folder }));
    const middle = session.getLeafId() as string;
    session.appendMessage(user("later"));
    const source = session.getSessionFile() as string;
    const bytes = readFileSync(source);
    const fork = session.fork(middle);
    const target = fork.getSessionFile() as string;
    expect(target).not.toBe(source);
    fork.appendMessage(user("in the fork"));
    fork.close();
    expect(readFileSync(source)).toEqual(bytes);
    const again = openLog(target, undefined, undefined, { home: folder });
    expect([again.getHeader()?.parentSession, again.getLeafId(), again.getEntryCount()]).toEqual([
      source,
      fork.getLeafId(),
      3,
    ]);
  });

  test("P-SESS-31, P-SESS-4: a fork before the first answer is a draft", () => {
    const { home: folder } = home();
    const session = talk(createLog(CWD, undefined, { home: folder }));
    const first = session.getBranch()[0]?.id as string;
    const fork = session.fork(first);
    const target = fork.getSessionFile() as string;
    expect(existsSync(target)).toBe(false);
    fork.appendMessage(assistant("another answer"));
    expect(existsSync(target)).toBe(true);
  });

  test("P-SESS-33: a fork into another project has its cwd and the whole history", () => {
    const { home: folder } = home();
    const session = talk(createLog(CWD, undefined, { home: folder }));
    const first = session.getBranch()[0]?.id as string;
    session.branch(first);
    session.appendMessage(user("sibling"));
    const source = session.getSessionFile() as string;
    const fork = cloneLog(source, "/other", undefined, { home: folder });
    expect([fork.getCwd(), fork.getHeader()?.parentSession]).toEqual(["/other", source]);
    expect(fork.getEntries()).toEqual(session.getEntries());
    expect(fork.getSessionFile()).toContain("/--other--/");
    expect(session.appendMessage(user("the source is still open"))).toHaveLength(8);
  });
});

describe("lists", () => {
  test("P-SESS-35, P-SESS-52: newest first, with name, first words and times", async () => {
    const folder = temporaryFolder();
    const older = talk(createLog(CWD, folder, { home: folder, id: "older" }));
    const newer = talk(createLog(CWD, folder, { home: folder, id: "newer", parentSession: "/p.jsonl" }));
    newer.appendSessionInfo("First name");
    newer.appendSessionInfo("Last name");
    talk(createLog("/elsewhere", folder, { home: folder }));
    createLog(CWD, folder, { home: folder }).appendMessage(user("draft"));
    writeFileSync(join(folder, "junk.jsonl"), "not a session\n");
    mkdirSync(join(folder, "folder.jsonl"));
    const progress: number[] = [];
    const sessions = await listProjectSessions(CWD, folder, (loaded) => progress.push(loaded));
    expect(sessions).toEqual([
      {
        path: newer.getSessionFile(),
        id: "newer",
        cwd: CWD,
        name: "Last name",
        parentSessionPath: "/p.jsonl",
        created: new Date(newer.getHeader()?.timestamp as string),
        modified: new Date(newer.getLeafEntry()?.timestamp as string),
        messageCount: 2,
        firstMessage: "question",
        allMessagesText: "question answer",
      },
      expect.objectContaining({ path: older.getSessionFile(), messageCount: 2 }),
    ]);
    expect(progress).toEqual([1, 2, 3, 4, 5]);
  });

  test("R62: of a large file only the ends are decoded, and count and name are still true", async () => {
    const folder = temporaryFolder();
    const session = talk(createLog(CWD, folder, { home: folder }));
    session.appendSessionInfo("Large");
    for (let turn = 0; turn < 200; turn++) session.appendMessage(user(`${turn} ${"x".repeat(5000)}`));
    const [info] = await listProjectSessions(CWD, folder);
    expect(info).toMatchObject({ name: "Large", firstMessage: "question", messageCount: 202 });
    expect(info).not.toHaveProperty("messageCountIsEstimate");
    expect(info?.allMessagesText.length).toBeLessThan(200_000);
    session.appendMessage(user("y".repeat(100_000)));
    expect((await listProjectSessions(CWD, folder))[0]?.messageCount).toBe(203);
  });

  test("the count of a file too large to be read for a list is marked as estimated until an index knows it", async () => {
    const folder = temporaryFolder();
    const session = talk(createLog(CWD, folder, { home: folder }));
    session.appendSessionInfo("Very large");
    for (let turn = 0; turn < 5000; turn++) session.appendMessage(user(`${turn} ${"x".repeat(1000)}`));
    const list = async () => (await listSessions([folder], { index: new IndexCache(join(folder, "cache/index")) }))[0];
    const guess = await list();
    expect(guess?.messageCountIsEstimate).toBe(true);
    expect(Math.abs((guess?.messageCount ?? 0) - 5002)).toBeLessThan(500);
    session.close();
    const later = openLog(session.getSessionFile() as string, undefined, undefined, { home: folder });
    later.appendMessage(user("since the index"));
    later.close();
    expect(await list()).toMatchObject({ messageCount: 5003, name: "Very large" });
    expect(await list()).not.toHaveProperty("messageCountIsEstimate");
  });

  test("a file whose lines are ordered in another way is counted from its ends, and says so", async () => {
    const folder = temporaryFolder();
    const line = (index: number) =>
      JSON.stringify({ id: `m${index}`, parentId: null, type: "message", message: user("x".repeat(1000)) });
    const header = { type: "session", version: 3, id: "odd", timestamp: "2026-01-01T00:00:00.000Z", cwd: CWD };
    const lines = [JSON.stringify(header), ...Array.from({ length: 400 }, (_, index) => line(index)), ""];
    writeFileSync(join(folder, "odd.jsonl"), lines.join("\n"));
    const [info] = await listProjectSessions(CWD, folder);
    expect(info).toMatchObject({ id: "odd", messageCountIsEstimate: true });
    expect(Math.abs((info?.messageCount ?? 0) - 400)).toBeLessThan(20);
  });

  test("a list can be stopped", async () => {
    const folder = temporaryFolder();
    talk(createLog(CWD, folder, { home: folder }));
    await expect(listProjectSessions(CWD, folder, undefined, AbortSignal.abort())).rejects.toThrow("aborted");
    expect(await listProjectSessions(CWD, join(folder, "nowhere"))).toEqual([]);
  });
});

function talk(session: SessionLog): SessionLog {
  session.appendMessage(user("question"));
  session.appendMessage(assistant("answer"));
  return session;
}
