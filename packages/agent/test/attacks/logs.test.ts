import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { isWriteRefused } from "../../src/node/error-code.ts";
import { IndexCache } from "../../src/node/index/session-index.ts";
import { AppendFile } from "../../src/node/log/append-file.ts";
import { createLog, openLog } from "../../src/node/log/session-files.ts";
import { storageError } from "../../src/node/log/storage-error.ts";
import { writeLastLeft } from "../../src/node/sessions/breadcrumbs.ts";
import { continueLog, findSessionFile } from "../../src/node/sessions/earlier-sessions.ts";
import { listSessions } from "../../src/node/sessions/list-sessions.ts";
import { getDefaultSessionDir } from "../../src/node/sessions/session-paths.ts";
import { bundleProcess } from "../node/bundle-process.ts";
import { temporaryFolder } from "../node/temporary-folder.ts";
import { writeSession } from "../node/writer.ts";
import { assistant, user } from "../session/messages-for-tests.ts";
import { answer, entry, header } from "../session/store-contract.ts";

const line = (value: object) => `${JSON.stringify(value)}\n`;
const SOUND = [header, entry("a", null), answer("b", "a")].map(line).join("");

/** Logs that another program, a bad disk or an attacker wrote. Required: they open, and what is sound in them is there. */
const LOGS: readonly (readonly [string, () => string])[] = [
  ["200,000 lines that cannot be read", () => SOUND + "x\n".repeat(200_000)],
  ["200,000 lines without a parent", () => SOUND + Array.from({ length: 200_000 }, (_, at) => orphan(at)).join("")],
  ["200,000 times the same id", () => SOUND + line(entry("b", "a")).repeat(200_000)],
  ["4 MB of short damaged lines", () => SOUND + '{"typ\n'.repeat(700_000)],
  ["8 MB of beginnings in one line", () => `${SOUND}${'{"type":"'.repeat(900_000)}\n`],
  ["8 MB of blanks in one line", () => `${SOUND}${" ".repeat(8_000_000)}x\n`],
];

test.each(LOGS)(
  "%s: the log opens, and opens again",
  (_, text) => {
    const home = temporaryFolder();
    const path = join(home, "x.jsonl");
    writeFileSync(path, text());
    for (const _turn of [1, 2]) {
      const session = openLog(path, undefined, undefined, { home });
      expect(session.getEntryCount()).toBeGreaterThanOrEqual(2);
      expect(session.getReadOnlyReason()).toBeUndefined();
      session.appendMessage(user("on"));
      session.close();
    }
  },
  60_000,
);

test("damage that another program adds while the session is open is taken in, however much it is", () => {
  const path = writeSession(temporaryFolder());
  const session = openLog(path);
  writeFileSync(path, readFileSync(path, "utf8") + "x\n".repeat(200_000));
  session.appendMessage(user("on"));
  expect(session.getEntryCount()).toBe(3);
  session.close();
}, 60_000);

/** Folders of projects, by the bytes of their path. Required: a session is kept, found by every way, and said nothing of. */
describe("a folder with a long path", () => {
  test.each([
    ["just short enough", `/${"d".repeat(195)}`],
    ["one byte too long", `/${"d".repeat(197)}`],
    ["of 251 bytes", `/${"d/".repeat(123)}`],
    ["of 300 bytes", `/${"d".repeat(100)}/${"e".repeat(100)}/${"f".repeat(98)}`],
    ["of 84 Chinese characters", `/${"文".repeat(84)}`],
    ["of 4,000 bytes", `/${"directory/".repeat(400)}`],
  ])("%s", async (_, cwd) => {
    const home = temporaryFolder();
    const session = createLog(cwd, undefined, { home });
    session.appendMessage(user("question"));
    session.appendMessage(assistant("answer"));
    session.close();
    const path = session.getSessionFile() as string;
    expect([session.getDiagnostics(), readdirSync(dirname(path))]).toEqual([[], [basename(path)]]);
    expect(Buffer.byteLength(basename(dirname(path)))).toBeLessThanOrEqual(200);
    const again = continueLog(cwd, undefined, { home });
    expect(again.getSessionFile()).toBe(path);
    again.close();
    const other = `${cwd.slice(0, -1)}x`;
    expect(getDefaultSessionDir(other, home)).not.toBe(getDefaultSessionDir(cwd, home));
  });

  test("that has a folder by the whole path from another program: both are read", () => {
    const home = temporaryFolder();
    const cwd = `/${"d".repeat(230)}`;
    const old = join(home, "sessions", `--${cwd.slice(1)}--`);
    mkdirSync(old, { recursive: true });
    const lines = [{ ...header, cwd }, entry("a", null), answer("b", "a")];
    writeFileSync(join(old, "2020-01-01_older.jsonl"), lines.map(line).join(""));
    const found = continueLog(cwd, undefined, { home });
    expect(found.getSessionFile()).toBe(join(old, "2020-01-01_older.jsonl"));
    found.close();
    const next = createLog(cwd, undefined, { home });
    next.appendMessage(user("question"));
    next.appendMessage(assistant("answer"));
    next.close();
    expect(dirname(next.getSessionFile() as string)).not.toBe(old);
    const latest = continueLog(cwd, undefined, { home });
    expect(latest.getSessionFile()).toBe(next.getSessionFile());
    latest.close();
  });
});

/** What may lie among the sessions of a folder. Required: the sound one is found and listed. */
describe.runIf(process.platform === "linux")("among the sessions of a folder", () => {
  test.each<readonly [string, (at: string) => void]>([
    ["a link to itself", (at) => symlinkSync(at, at)],
    ["a link to nothing", (at) => symlinkSync("/nowhere", at)],
    ["a link to a device", (at) => symlinkSync("/dev/zero", at)],
    ["a pipe", (at) => void execFileSync("mkfifo", [at])],
    ["a folder", (at) => void mkdirSync(at)],
    ["an empty file", (at) => writeFileSync(at, "")],
    ["a terabyte of nothing", terabyte],
  ])("%s", async (_, put) => {
    const home = temporaryFolder();
    const path = writeSession(join(home, "mine"));
    put(join(home, "mine", "zzz_bad.jsonl"));
    const session = continueLog("/project", join(home, "mine"), { home });
    expect(session.getSessionFile()).toBe(path);
    session.close();
    expect(findSessionFile("/project", session.getSessionId(), join(home, "mine"))).toBe(path);
    const listed = await listSessions([join(home, "mine")], { index: new IndexCache(join(home, "index")) });
    expect(listed.map((info) => info.path)).toEqual([path]);
  });
});

/** The clock stood an hour ahead when the first session was written. Required: going on means the one that was left last. */
describe("a clock that was set back", () => {
  const hourAhead = new Date(Date.now() + 3_600_000);

  test("the later session is gone on with, although its file looks older", () => {
    const { home, early, late } = twoSessions();
    utimesSync(early, hourAhead, hourAhead);
    writeLastLeft(home, { cwd: "/project", path: late });
    expect(continued(home)).toBe(late);
  });

  test("until the earlier one is written again", () => {
    const { home, early, late } = twoSessions();
    utimesSync(early, hourAhead, hourAhead);
    writeLastLeft(home, { cwd: "/project", path: late });
    const later = new Date(hourAhead.getTime() + 1000);
    utimesSync(early, later, later);
    expect(continued(home)).toBe(early);
  });

  test("with a right clock nothing changes, and a record that is damaged or of a deleted session is nothing", () => {
    const { home, early, late } = twoSessions();
    writeLastLeft(home, { cwd: "/project", path: early });
    const later = new Date(Date.now() + 1000);
    utimesSync(late, later, later);
    expect(continued(home)).toBe(late);
    const folder = join(home, "terminal-sessions");
    for (const name of readdirSync(folder))
      for (const text of ["", "null", `/project\n${home}/mine/gone.jsonl\n9e15\n`]) {
        writeFileSync(join(folder, name), text);
        expect(continued(home)).toBe(late);
      }
  });
});

describe("errors of the file system", () => {
  test.runIf(process.platform === "linux")("a log that cannot be read is a storage error, not a crash", () => {
    const file = AppendFile.open("/proc/self/mem", "system");
    expect(() => file.read(0, 16)).toThrow(expect.objectContaining({ name: "SessionError", code: "io" }));
    file.close();
  });

  test("nor is one whose descriptor has gone stale", () => {
    const folder = temporaryFolder();
    const program = bundleProcess(new URL("./stale-process.ts", import.meta.url), folder);
    const said = execFileSync(process.execPath, [program, writeSession(folder)], { encoding: "utf8" });
    expect(JSON.parse(said)).toEqual(["SessionError io", "SessionError io"]);
  });

  test("a quota that is used up is told as such, though Node has no name for it", () => {
    // As Node makes it from the number that the system returns.
    const errno = -constants.errno.EDQUOT;
    const unnamed = Object.assign(new Error(`UNKNOWN: unknown error, write`), {
      errno,
      code: `Unknown system error ${errno}`,
      syscall: "write",
    });
    const told = storageError(unnamed, "write x");
    expect([told.code, told.message]).toEqual(["disk-full", expect.stringContaining("quota")]);
    expect(isWriteRefused(unnamed)).toBe(true);
  });
});

function terabyte(at: string): void {
  writeFileSync(at, "");
  truncateSync(at, 2 ** 40);
}

function orphan(at: number): string {
  return line(entry(`o${at}`, `none${at}`));
}

function twoSessions() {
  const home = temporaryFolder();
  const [early, late] = [writeSession(join(home, "mine")), writeSession(join(home, "mine"))];
  return { home, early, late };
}

function continued(home: string): string | undefined {
  const session = continueLog("/project", join(home, "mine"), { home, env: {} });
  session.close();
  return session.getSessionFile();
}
