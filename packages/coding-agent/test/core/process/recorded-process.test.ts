import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { followFile } from "../../../src/core/process/follow-file.ts";
import { localProcesses } from "../../../src/core/process/index.ts";
import { attachRecorded } from "../../../src/core/process/recorded-process.ts";
import { SUPERVISOR } from "../../../src/core/process/supervisor-script.ts";
import { sourceUrl } from "../run-script.ts";
import { processesWith, until } from "./alive.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "tau-record-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function attached(record: string) {
  const found = await attachRecorded(record);
  if (!found) throw new Error("There is no record.");
  return found;
}

function run(command: string, record: string, signal?: AbortSignal, maxRecordBytes?: number) {
  const seen: Buffer[] = [];
  const outcome = localProcesses.run({
    file: "bash",
    args: ["-c", command],
    cwd: tmpdir(),
    env: process.env,
    purpose: "model",
    onData: (bytes) => void seen.push(bytes),
    record,
    signal,
    maxRecordBytes,
  });
  return { outcome, text: () => Buffer.concat(seen).toString() };
}

test("a recorded command brings its output and exit code, reads input as it comes, and the end of it", async () => {
  const record = folder();
  const { outcome, text } = run("echo ready >&2; while read line; do echo got $line; done; exit 3", record);
  await expect.poll(text).toBe("ready\n");
  const process = await attached(record);
  expect(process.isRunning()).toBe(true);
  expect(process.write("one\n")).toBe(true);
  await expect.poll(text).toBe("ready\ngot one\n");
  process.closeInput();
  expect(await outcome).toEqual({ ended: "exit", exitCode: 3 });
  expect(await process.exited()).toBe(3);
  expect(readFileSync(process.outputPath, "utf8")).toBe("ready\ngot one\n");
  expect(process.write("late")).toBe(false);
});

test("a command that writes more than its limit is ended with all that it started", async () => {
  const mark = `recorded-${Math.random()}`;
  const command = `export MARK=${mark}; setsid sleep 300 & yes | head -c 3000000; sleep 300`;
  const { outcome, text } = run(command, folder(), undefined, 1_000_000);
  expect(await outcome).toEqual({ ended: "exit", exitCode: 137 });
  expect(text().slice(-100)).toMatch(/y\n\nEnded: the output was longer than 1000000 bytes\.\n$/);
  expect(processesWith(mark)).toEqual([]);
});

test("while a long output is read, other work gets its turn", async () => {
  const size = 5_000_000;
  const path = join(folder(), "output");
  writeFileSync(path, Buffer.alloc(size));
  let seen = 0;
  const output = followFile(path, ({ length }) => {
    seen += length;
  });
  const finished = output.finish();
  await setImmediate();
  expect(seen).toBeLessThan(size);
  await finished;
  expect(seen).toBe(size);
});

test("an abort ends it with all that it started, and it has no exit code of its own then", async () => {
  const mark = `recorded-${Math.random()}`;
  const ending = new AbortController();
  const { outcome, text } = run(
    `export MARK=${mark}; setsid sleep 300 & echo ready; sleep 300`,
    folder(),
    ending.signal,
  );
  await expect.poll(text).toBe("ready\n");
  ending.abort();
  expect(await outcome).toMatchObject({ ended: "abort" });
  expect(processesWith(mark)).toEqual([]);
});

/** A program that runs a recorded command and says when it has output. */
function program(record: string, command: string): string {
  return `
    import { localProcesses } from ${JSON.stringify(sourceUrl("core/process/index.ts"))};
    const onData = () => console.log("running");
    const request = { file: "bash", args: ["-c", ${JSON.stringify(command)}], cwd: "/", env: process.env, purpose: "model" };
    localProcesses.run({ ...request, onData, record: ${JSON.stringify(record)} });
  `;
}

async function start(record: string, command: string) {
  const args = ["--conditions=@tau/source", "--input-type=module", "-e", program(record, command)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

test("it outlives a kill -9 of the program, and can be taken up and ended by another one", async () => {
  const record = folder();
  const mark = `recorded-${Math.random()}`;
  const child = await start(record, `export MARK=${mark}; echo before; read line; echo after $line; sleep 300`);
  child.kill("SIGKILL");
  await once(child, "exit");
  const process = await attached(record);
  expect(process.isRunning()).toBe(true);
  process.write("the crash\n");
  await expect.poll(() => readFileSync(process.outputPath, "utf8")).toBe("before\nafter the crash\n");
  await process.kill();
  expect(await process.exited()).toBeUndefined();
  expect(process.isRunning()).toBe(false);
  expect(processesWith(mark)).toEqual([]);
});

test("a program that is told to end takes it along", async () => {
  const mark = `recorded-${Math.random()}`;
  const child = await start(folder(), `export MARK=${mark}; (setsid sleep 300 &); echo ready; sleep 300`);
  expect(processesWith(mark)).not.toEqual([]);
  child.kill("SIGTERM");
  await once(child, "exit");
  await until(() => processesWith(mark).length === 0);
});

test("if the program has ended and no other takes it up, it is ended after a while", async () => {
  const record = folder();
  const mark = `recorded-${Math.random()}`;
  writeFileSync(join(record, "owner"), "999999999");
  const command = ["sh", "-c", "(setsid sleep 300 &); sleep 300"];
  const supervisor = spawn("/bin/sh", ["-c", SUPERVISOR, "tau-job", record, "1", "1000000", mark, ...command], {
    env: { ...process.env, MARK: mark },
    detached: true,
    stdio: "ignore",
  });
  await once(supervisor, "exit");
  await until(() => processesWith(mark).length === 0);
});

test("a folder without a record, or with a damaged one, is none", async () => {
  expect(await attachRecorded(join(folder(), "missing"))).toBeUndefined();
});
