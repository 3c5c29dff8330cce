import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { SessionManager } from "../../src/node/session-manager.ts";
import { acquireWriterLock, findWriter } from "../../src/node/writer-lock.ts";
import { assistant, user } from "../session/messages-for-tests.ts";
import { bundleProcess } from "./bundle-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "tau-writer-"));
const program = bundleProcess(new URL("./writer-process.ts", import.meta.url), folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("one writer at a time", () => {
  test("a second process reads only, and writes once the first has gone", async () => {
    const path = await sessionFile();
    const writer = await startWriter(path, "hold");
    const blocked = SessionManager.open(path);
    expect(blocked.getReadOnlyReason()).toMatchObject({
      code: "locked",
      message: expect.stringContaining(`Process ${writer.child.pid}`),
    });
    expect(findWriter(path)?.pid).toBe(writer.child.pid);
    expect(() => blocked.appendMessage(user("x"))).toThrow(expect.objectContaining({ code: "locked" }));
    expect(blocked.getEntryCount()).toBe(2);
    await writer.kill();
    expect(findWriter(path)).toBeUndefined();
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

  test("handles of one process share the lock until the last is closed", async () => {
    const path = await sessionFile();
    const first = SessionManager.open(path);
    const second = SessionManager.open(path);
    first.close();
    expect(second.appendMessage(user("x"))).toHaveLength(8);
    expect(readdirSync(`${path}.lock`)).toHaveLength(1);
    second.close();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test("of processes that come at once, one writes; killed holders are followed without loss", async () => {
    const path = await sessionFile();
    const shown: string[] = [];
    for (let round = 0; round < 3; round++) {
      const writers = await Promise.all([startWriter(path, "append"), startWriter(path, "append")]);
      const holders = writers.filter(({ state }) => state === "writing");
      expect(holders.length).toBeLessThanOrEqual(1);
      for (const holder of holders) await holder.written(3);
      for (const writer of writers) shown.push(...(await writer.kill()));
    }
    const session = SessionManager.open(path);
    const ids = session.getEntries().map(({ id }) => id);
    expect(shown.filter((id) => !ids.includes(id))).toEqual([]);
    expect(session.getDiagnostics()).toEqual([]);
    expect(shown.length).toBeGreaterThan(0);
    session.close();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});

async function sessionFile(): Promise<string> {
  const folder = temporaryFolder();
  const session = SessionManager.create("/project", folder, { home: folder });
  session.appendMessage(user("question"));
  session.appendMessage(assistant("answer"));
  session.close();
  return session.getSessionFile() as string;
}

/** A process that opens the session, says whether it may write, and then the id of each entry once it is on disk. */
async function startWriter(path: string, mode: "hold" | "append") {
  const child = spawn(process.execPath, [program, path, mode], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  const input = createInterface({ input: child.stdout });
  input.on("line", (line) => lines.push(line));
  while (lines.length === 0) await once(input, "line");
  return {
    child,
    state: lines[0],
    async written(count: number) {
      while (lines.length <= count) await once(input, "line");
    },
    async kill() {
      await killed(child);
      return lines.slice(1);
    },
  };
}

async function killed(child: ChildProcess): Promise<void> {
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
}
