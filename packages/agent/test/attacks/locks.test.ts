import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { openLog } from "../../src/node/log/session-files.ts";
import { findLogWriter } from "../../src/node/log/session-writer.ts";
import { acquireWriterLock, findWriter } from "../../src/node/log/writer-lock.ts";
import { bundleProcess } from "../node/bundle-process.ts";
import { temporaryFolder } from "../node/temporary-folder.ts";
import { writeSession } from "../node/writer.ts";
import { user } from "../session/messages-for-tests.ts";

const OTHER_BOOT = "00000000-0000-4000-8000-000000000000";

/** Parts of the name under which this process holds a lock. */
interface Own {
  readonly host: string;
  readonly boot: string;
  readonly namespace: string;
}

type Outcome = "taken" | "refused";

/** Locks that are found beside a session: who holds them, what an open makes of them, and what it makes of them with `takeOver`. */
const FOUND: readonly (readonly [string, (own: Own) => string, Outcome, Outcome])[] = [
  ["a dead process of this place", (own) => `${deadPid()}-1@${place(own)}`, "taken", "taken"],
  ["a living process of this place", (own) => `${process.ppid}-${startOf()}@${place(own)}`, "refused", "refused"],
  ["a pid of this place that was given out again", (own) => `${process.ppid}-1@${place(own)}`, "taken", "taken"],
  ["this machine before it was started again", (own) => `1-1@${place({ ...own, boot: OTHER_BOOT })}`, "taken", "taken"],
  ["another PID namespace", (own) => `1-1@${place({ ...own, namespace: "1" })}`, "refused", "taken"],
  ["another machine", () => `1-1@elsewhere@${OTHER_BOOT}@4026531836`, "refused", "taken"],
  ["another machine that tells only its name", () => "1-1@elsewhere@@", "refused", "taken"],
  ["this machine under an earlier name", (own) => `${deadPid()}-1@${place({ ...own, host: "old" })}`, "taken", "taken"],
  ["a dead process, as named by an earlier version", () => `${deadPid()}-1`, "taken", "taken"],
  ["a living process, as named by an earlier version", () => `${process.ppid}-${startOf()}`, "refused", "refused"],
  ["no process at all", () => "notes.txt", "taken", "taken"],
];

describe.runIf(process.platform === "linux")("a lock that is found", () => {
  test.each(FOUND)("of %s", (_, nameOf, plain, takingOver) => {
    const path = writeSession(temporaryFolder());
    const name = nameOf(ownPlace(path));
    const open = (takeOver: boolean): Outcome => {
      mkdirSync(`${path}.lock`, { recursive: true });
      writeFileSync(join(`${path}.lock`, name), "");
      const session = openLog(path, undefined, undefined, { takeOver });
      const refusal = session.getReadOnlyReason();
      session.close();
      rmSync(`${path}.lock`, { recursive: true, force: true });
      if (refusal) expect(refusal.code).toBe("locked");
      return refusal ? "refused" : "taken";
    };
    expect([open(false), open(true)]).toEqual([plain, takingOver]);
  });

  test("of another machine stays where it is, and says how to go on", () => {
    const path = writeSession(temporaryFolder());
    const name = `77-1@build-7@${OTHER_BOOT}@1`;
    mkdirSync(`${path}.lock`);
    writeFileSync(join(`${path}.lock`, name), "");
    const session = openLog(path);
    expect(session.getReadOnlyReason()?.message).toMatch(/process 77 of build-7, .*--take-over.*--fork/);
    expect(findLogWriter(session)).toMatchObject({ pid: 77, isElsewhere: true, place: { host: "build-7" } });
    session.close();
    expect(readdirSync(`${path}.lock`)).toEqual([name]);
  });
});

const programs = mkdtempSync(join(tmpdir(), "tau-writer-"));
const program = bundleProcess(new URL("../node/writer-process.ts", import.meta.url), programs);
afterAll(() => rmSync(programs, { recursive: true, force: true }));
const canUnshare = spawnSync("unshare", [...namespace(), "true"]).status === 0;

describe.runIf(canUnshare)("a process of another PID namespace, as of a container", () => {
  test("keeps its lock: it is not taken for dead", async () => {
    const path = writeSession(temporaryFolder());
    const writer = await startApart(path, "hold");
    const here = openLog(path);
    expect([writer.lines[0], here.getReadOnlyReason()?.code]).toEqual(["writing", "locked"]);
    const third = await startApart(path, "hold");
    expect(third.lines[0]).toBe("locked");
    await Promise.all([writer.kill(), third.kill()]);
  });

  test("writes no more once the lock was taken over on request", async () => {
    const path = writeSession(temporaryFolder());
    const writer = await startApart(path, "append");
    await writer.reach(5);
    const here = openLog(path, undefined, undefined, { takeOver: true });
    expect(here.getReadOnlyReason()).toBeUndefined();
    await writer.ended;
    const last = here.appendMessage(user("mine"));
    expect(here.getEntries().at(-1)?.id).toBe(last);
    expect(here.getEntries().map(({ id }) => id)).toEqual(expect.arrayContaining(writer.lines.slice(1)));
    here.close();
  });
});

test("a lock that was cleared away by hand is taken anew with the next entry", () => {
  const path = writeSession(temporaryFolder());
  const session = openLog(path);
  rmSync(`${path}.lock`, { recursive: true });
  session.appendMessage(user("x"));
  expect(readdirSync(`${path}.lock`)).toHaveLength(1);
  session.close();
});

test("a lock that another took meanwhile makes the session read-only", () => {
  const path = writeSession(temporaryFolder());
  const session = openLog(path);
  const count = session.getEntryCount();
  rmSync(`${path}.lock`, { recursive: true });
  mkdirSync(`${path}.lock`);
  writeFileSync(join(`${path}.lock`, "1-1@elsewhere@@"), "");
  expect(() => session.appendMessage(user("x"))).toThrow(expect.objectContaining({ code: "locked" }));
  expect([session.getReadOnlyReason()?.code, session.getEntryCount()]).toEqual(["locked", count]);
  expect(session.getDiagnostics().map(({ code }) => code)).toEqual(["locked"]);
  expect(findWriter(path)?.isElsewhere).toBe(true);
  session.close();
});

function namespace(): string[] {
  return process.getuid?.() === 0 ? ["-p", "-f", "--kill-child"] : ["-r", "-p", "-f", "--kill-child"];
}

async function startApart(path: string, mode: "hold" | "append") {
  const args = [...namespace(), process.execPath, program, path, mode];
  const child = spawn("unshare", args, { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(child, "close");
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  const input = createInterface({ input: child.stdout });
  input.on("line", (line) => lines.push(line));
  const reach = async (count: number) => {
    while (lines.length < count && child.exitCode === null) await Promise.race([once(input, "line"), ended]);
  };
  await reach(1);
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { lines, reach, ended, kill };
}

function ownPlace(path: string): Own {
  const lock = acquireWriterLock(path);
  const [name = ""] = readdirSync(`${path}.lock`);
  lock.release();
  const [, host = "", boot = "", namespace = ""] = name.split("@");
  return { host, boot, namespace };
}

function place({ host, boot, namespace }: Own): string {
  return `${host}@${boot}@${namespace}`;
}

/** Of a process that has ended just now. */
function deadPid(): number {
  return spawnSync("true").pid;
}

/** Field 22 of `stat` of the process that started this one. */
function startOf(): string {
  const { stdout } = spawnSync("cat", [`/proc/${process.ppid}/stat`], { encoding: "utf8" });
  return stdout.slice(stdout.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}
