import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createLog, openLog } from "../../../src/node/log/session-files.ts";
import { findLogWriter, waitToWrite } from "../../../src/node/log/session-writer.ts";
import { acquireWriterLock } from "../../../src/node/log/writer-lock.ts";
import { cloneLog } from "../../../src/node/sessions/earlier-sessions.ts";
import { removeSession } from "../../../src/node/sessions/remove-session.ts";
import { user } from "../../session/messages-for-tests.ts";
import { bundleProcess } from "../bundle-process.ts";
import { runTakeOvers } from "../faults/take-overs.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { startWriter, writeSession } from "../writer.ts";

const programs = mkdtempSync(join(tmpdir(), "tau-writer-"));
const program = bundleProcess(new URL("../writer-process.ts", import.meta.url), programs);
afterAll(() => rmSync(programs, { recursive: true, force: true }));

test("a second process reads on while the first writes, and takes in its entries when it reopens", async () => {
  const path = writeSession(temporaryFolder());
  const writer = await startWriter(program, path, "append");
  const reader = openLog(path);
  const refusal = { code: "locked", message: expect.stringContaining(`Process ${writer.pid}`) };
  expect(reader.getReadOnlyReason()).toMatchObject(refusal);
  expect(findLogWriter(reader)?.pid).toBe(writer.pid);
  expect(() => reader.appendMessage(user("x"))).toThrow(expect.objectContaining(refusal));
  const seen = reader.getEntryCount();
  await writer.written(seen + 10);
  const again = reader.reopen();
  expect([reader.getEntryCount(), again.getEntryCount() > seen + 2]).toEqual([seen, true]);
  expect(again.getReadOnlyReason()).toMatchObject(refusal);
  await writer.kill();
});

test("a session that another process writes is not removed", async () => {
  const path = writeSession(temporaryFolder());
  const writer = await startWriter(program, path, "hold");
  await expect(removeSession(path)).rejects.toMatchObject({ code: "locked" });
  expect(existsSync(path)).toBe(true);
  await writer.kill();
  await removeSession(path);
  expect([existsSync(path), existsSync(`${path}.lock`)]).toEqual([false, false]);
});

test.runIf(process.platform !== "win32")("the lock is one, by whatever links the session is reached", async () => {
  const folder = temporaryFolder();
  const path = writeSession(join(folder, "real"));
  symlinkSync(join(folder, "real"), join(folder, "linked"));
  symlinkSync(path, join(folder, "link.jsonl"));
  const writer = await startWriter(program, join(folder, "linked", basename(path)), "hold");
  for (const way of [path, join(folder, "link.jsonl"), join(folder, "linked", basename(path))]) {
    const reader = openLog(way, undefined, undefined, { home: folder });
    expect([reader.getReadOnlyReason()?.code, findLogWriter(reader)?.pid]).toEqual(["locked", writer.pid]);
  }
  await writer.kill();
});

test("a second process forks what the first writes, and both go on", async () => {
  const folder = temporaryFolder();
  const path = writeSession(folder);
  const writer = await startWriter(program, path, "hold");
  const fork = cloneLog(path, "/elsewhere", join(folder, "forks"), { home: folder });
  expect([fork.getReadOnlyReason(), fork.getHeader()?.parentSession, fork.getEntryCount()]).toEqual([
    undefined,
    path,
    2,
  ]);
  fork.appendMessage(user("on my own"));
  fork.close();
  const reader = openLog(path);
  expect([reader.getEntryCount(), findLogWriter(reader)?.pid]).toEqual([2, writer.pid]);
  await writer.kill();
});

test("a second process waits, and has the right to write and all entries when the first has gone", async () => {
  const path = writeSession(temporaryFolder());
  const writer = await startWriter(program, path, "append");
  const reader = openLog(path);
  await expect(waitToWrite(reader, AbortSignal.abort())).rejects.toThrow("aborted");
  expect(reader.getReadOnlyReason()?.code).toBe("locked");
  const free = waitToWrite(reader);
  await writer.written(5);
  const written = await writer.kill();
  const session = await free;
  expect([session.getReadOnlyReason(), findLogWriter(session)]).toEqual([undefined, undefined]);
  expect(session.getEntries().map(({ id }) => id)).toEqual(expect.arrayContaining(written));
  const own = session.appendMessage(user("mine"));
  expect(session.getEntry(own)?.parentId).toBe(session.getEntries().at(-2)?.id);
  session.close();
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("of several that wait for one writer, each gets its turn", async () => {
  const path = writeSession(temporaryFolder());
  const writer = await startWriter(program, path, "hold");
  const waiting = await Promise.all([0, 1].map(() => startWriter(program, path, "wait")));
  expect(waiting.map(({ state }) => state)).toEqual(["locked", "locked"]);
  await writer.kill();
  const first = await Promise.race(waiting.map((process) => process.written(1).then(() => process)));
  await first.kill();
  const second = waiting.find((process) => process !== first);
  await second?.written(1);
  await second?.kill();
  const session = openLog(path);
  expect([session.getReadOnlyReason(), session.getDiagnostics(), session.getEntryCount()]).toEqual([undefined, [], 4]);
  session.close();
});

test("a draft that is finished meanwhile is waited for at its new place", async () => {
  const folder = temporaryFolder();
  const draft = createLog("/project", folder, { home: folder });
  draft.appendMessage(user("question"));
  draft.close();
  const path = draft.getSessionFile() as string;
  const writer = await startWriter(program, path, "hold");
  const reader = openLog(path, folder, undefined, { home: folder });
  expect(findLogWriter(reader)?.pid).toBe(writer.pid);
  const free = waitToWrite(reader);
  await writer.answer();
  await writer.kill();
  const session = await free;
  expect([session.getReadOnlyReason(), session.getEntryCount(), existsSync(path)]).toEqual([undefined, 2, true]);
  session.close();
});

test("where waiting is no help, it says why", async () => {
  const path = writeSession(temporaryFolder());
  writeFileSync(path, readFileSync(path, "utf8").replace('"version":3', '"version":9'));
  const session = openLog(path);
  await expect(waitToWrite(session)).rejects.toMatchObject({ code: "future-version" });
});

test("a process with the same pid that started at another time holds nothing", () => {
  const path = join(temporaryFolder(), "x.jsonl");
  mkdirSync(`${path}.lock`);
  writeFileSync(join(`${path}.lock`, `${process.ppid}-1`), "");
  const lock = acquireWriterLock(path);
  expect(readdirSync(`${path}.lock`)).toEqual([expect.stringContaining(`${process.pid}-`)]);
  lock.release();
  lock.release();
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("handles of one process share the lock until the last is closed", () => {
  const path = writeSession(temporaryFolder());
  const first = openLog(path);
  const second = openLog(path);
  first.close();
  expect(second.appendMessage(user("x"))).toHaveLength(8);
  expect(readdirSync(`${path}.lock`)).toHaveLength(1);
  second.close();
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("a program that ends by itself leaves no lock, closed or not", () => {
  const folder = temporaryFolder();
  const path = writeSession(folder);
  const opener = bundleProcess(new URL("../open-process.ts", import.meta.url), folder);
  expect(JSON.parse(execFileSync(process.execPath, [opener, path, folder], { encoding: "utf8" })).entries).toBe(2);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("of processes that come at once, one writes; killed holders are followed without loss", async () => {
  expect(await runTakeOvers(5)).toEqual({
    takeOvers: expect.any(Number),
    written: expect.any(Number),
    torn: expect.any(Number),
    twoWriters: 0,
    lost: [],
    damaged: [],
    tornWritten: [],
    staleLock: false,
  });
}, 60_000);
