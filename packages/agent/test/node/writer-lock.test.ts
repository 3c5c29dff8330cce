import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { SessionManager } from "../../src/node/session-manager.ts";
import { acquireWriterLock, findWriter, waitForWriter } from "../../src/node/writer-lock.ts";
import { user } from "../session/messages-for-tests.ts";
import { bundleProcess } from "./bundle-process.ts";
import { runTakeOvers } from "./faults/take-overs.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { startWriter, writeSession } from "./writer.ts";

const programs = mkdtempSync(join(tmpdir(), "tau-writer-"));
const program = bundleProcess(new URL("./writer-process.ts", import.meta.url), programs);
afterAll(() => rmSync(programs, { recursive: true, force: true }));

test("a second process reads only, may wait, and writes once the first has gone", async () => {
  const path = writeSession(temporaryFolder());
  const writer = await startWriter(program, path, "hold");
  const blocked = SessionManager.open(path);
  const refusal = { code: "locked", message: expect.stringContaining(`Process ${writer.pid}`) };
  expect(blocked.getReadOnlyReason()).toMatchObject(refusal);
  expect(findWriter(path)?.pid).toBe(writer.pid);
  expect(() => blocked.appendMessage(user("x"))).toThrow(expect.objectContaining(refusal));
  expect(blocked.getEntryCount()).toBe(2);
  await expect(waitForWriter(path, AbortSignal.abort())).rejects.toThrow("aborted");
  const free = waitForWriter(path);
  await writer.kill();
  await free;
  const session = SessionManager.open(path);
  expect([session.getReadOnlyReason(), session.getDiagnostics()]).toEqual([undefined, []]);
  session.close();
  expect(existsSync(`${path}.lock`)).toBe(false);
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
  const first = SessionManager.open(path);
  const second = SessionManager.open(path);
  first.close();
  expect(second.appendMessage(user("x"))).toHaveLength(8);
  expect(readdirSync(`${path}.lock`)).toHaveLength(1);
  second.close();
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("a program that ends by itself leaves no lock, closed or not", () => {
  const folder = temporaryFolder();
  const path = writeSession(folder);
  const opener = bundleProcess(new URL("./open-process.ts", import.meta.url), folder);
  expect(JSON.parse(execFileSync(process.execPath, [opener, path, folder], { encoding: "utf8" })).entries).toBe(2);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("of processes that come at once, one writes; killed holders are followed without loss", async () => {
  expect(await runTakeOvers(5)).toEqual({
    takeOvers: expect.any(Number),
    written: expect.any(Number),
    twoWriters: 0,
    lost: [],
    damaged: [],
    staleLock: false,
  });
}, 60_000);
