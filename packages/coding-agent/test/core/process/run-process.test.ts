import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { parseStat } from "../../../src/core/process/ending/process-table.ts";
import { localProcesses } from "../../../src/core/process/index.ts";
import { runScript, sourceUrl } from "../run-script.ts";
import { commandOf, processesWith, until } from "./alive.ts";

/** Children, a grandchild that ignores polite signals, one in a session of its own, and a daemon that has left its parents. */
const STUBBORN_FAMILY = `
  sleep 300 &
  sh -c 'trap "" TERM INT HUP; sh -c "trap \\"\\" TERM; sleep 300; sleep 300"' &
  setsid sleep 300 &
  (setsid sh -c 'sleep 300 & exit' > /dev/null 2>&1 &)
  echo ready
`;

test("output arrives, stderr in its place, and the exit code too", async () => {
  expect(await run("echo a; echo b >&2; echo c; echo d >&2; exit 3")).toEqual({
    ended: "exit",
    exitCode: 3,
    output: "a\nb\nc\nd\n",
  });
});

test("a time limit beyond what a timer can count is none", async () => {
  expect(await run("echo a", { timeoutMs: 2 ** 40 })).toEqual({ ended: "exit", exitCode: 0, output: "a\n" });
});

test("a command that cannot even be handed to the system leaves no open file behind", async () => {
  const report = await runScript(`
    import { readdirSync } from "node:fs";
    import { localProcesses } from ${JSON.stringify(sourceUrl("core/process/index.ts"))};
    const run = (command) =>
      localProcesses.run({ file: "bash", args: ["-c", command], cwd: "/", env: process.env, onData: () => undefined });
    const openFiles = () => readdirSync("/proc/self/fd").length;
    await run("true");
    const before = openFiles();
    const failures = [];
    for (let count = 0; count < 3; count++) await run("echo " + "x".repeat(3e6)).catch(({ code }) => failures.push(code));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    console.log(JSON.stringify({ failures, leaks: openFiles() > before }));
  `);
  expect(JSON.parse(report)).toEqual({ failures: ["E2BIG", "E2BIG", "E2BIG"], leaks: false });
});

test("in the main thread a command has one real pipe: its devices can be opened", async () => {
  const report = await runScript(`
    import { localProcesses } from ${JSON.stringify(sourceUrl("core/process/index.ts"))};
    const onData = (bytes) => process.stdout.write(bytes);
    const command = "echo a; echo b >&2; echo c > /dev/stderr; echo d > /dev/stdout; exit 3";
    const outcome = await localProcesses.run({ file: "bash", args: ["-c", command], cwd: "/", env: process.env, onData });
    console.log(JSON.stringify(outcome));
  `);
  expect(report).toBe('a\nb\nc\nd\n{"ended":"exit","exitCode":3}\n');
});

test("a pipe that serves again brings nothing of the command before, though a background process still writes", async () => {
  const report = await runScript(`
    import { localProcesses } from ${JSON.stringify(sourceUrl("core/process/index.ts"))};
    const run = async (command) => {
      let output = "";
      const onData = (bytes) => { output += bytes; };
      await localProcesses.run({ file: "bash", args: ["-c", command], cwd: "/", env: process.env, onData });
      return output;
    };
    const outputs = [await run("(while sleep 0.01; do echo late; done) & exec 1>&- 2>&-")];
    for (let index = 0; index < 20; index++) outputs.push(await run("echo " + index + " >&2; seq 200 | tail -1"));
    outputs.push(...(await Promise.all(["a", "b", "c", "d", "e", "f"].map((name) => run("echo " + name)))));
    console.log(JSON.stringify(outputs.slice(1)));
  `);
  const turns = Array.from({ length: 20 }, (_, index) => `${index}\n200\n`);
  expect(JSON.parse(report)).toEqual([...turns, "a\n", "b\n", "c\n", "d\n", "e\n", "f\n"]);
});

test("what is said soon after a command has ended is read, even if we were held up meanwhile", async () => {
  const report = await runScript(`
    import { localProcesses } from ${JSON.stringify(sourceUrl("core/process/index.ts"))};
    const heldUp = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    const run = async (command) => {
      let output = "";
      const onData = (bytes) => { output += bytes; };
      const running = localProcesses.run({ file: "bash", args: ["-c", command], cwd: "/", env: process.env, onData });
      let isRunning = true;
      const hold = () => { heldUp(120); if (isRunning) setImmediate(hold); };
      setImmediate(hold);
      await running;
      isRunning = false;
      return output;
    };
    const outputs = [];
    for (const name of ["a", "b", "c", "d", "e"]) outputs.push(await run("(sleep 0.02; echo late) & echo " + name));
    console.log(JSON.stringify(outputs));
  `);
  expect(JSON.parse(report)).toEqual(["a", "b", "c", "d", "e"].map((name) => `${name}\nlate\n`));
});

test("stderr can be taken apart", async () => {
  const seen: string[] = [];
  const outcome = await run("echo a; echo b >&2", { onErrorData: (bytes: Buffer) => seen.push(String(bytes)) });
  expect([outcome.output, seen.join("")]).toEqual(["a\n", "b\n"]);
});

test("death by signal is 128 + its number", async () => {
  expect(await run("kill -9 $$")).toMatchObject({ ended: "exit", exitCode: 137 });
});

test("a program that does not exist is a rejection", async () => {
  const ignore = () => undefined;
  const request = {
    file: "/nowhere/program",
    args: [],
    cwd: "/",
    env: {},
    purpose: "tau" as const,
    onData: ignore,
    onErrorData: ignore,
  };
  await expect(localProcesses.run(request)).rejects.toMatchObject({ code: "ENOENT" });
});

test("a background process does not hold the command up, and lives on", async () => {
  const id = randomUUID();
  const outcome = await run("sleep 300 & echo started", { env: { ...process.env, ID: id } });
  expect(outcome).toEqual({ ended: "exit", exitCode: 0, output: "started\n" });
  const alive = processesWith(id);
  expect(alive).toHaveLength(1);
  for (const pid of alive) process.kill(pid, "SIGKILL");
});

test("a background process that goes on writing is not killed by a closed pipe", async () => {
  const id = randomUUID();
  await run("(sleep 0.2; for i in 1 2 3; do echo late || exit 1; done; exec sleep 300) & echo started", {
    env: { ...process.env, ID: id },
  });
  await until(() => processesWith(id).some((pid) => commandOf(pid)[0] === "sleep"));
  for (const pid of processesWith(id)) process.kill(pid, "SIGKILL");
});

test("P-TOOL-38, R193: abort ends the whole family, daemons and those who ignore signals too", async () => {
  const id = randomUUID();
  const controller = new AbortController();
  const running = run(`${STUBBORN_FAMILY} sleep 300`, { env: { ...process.env, ID: id }, signal: controller.signal });
  await until(() => processesWith(id).length >= 7);
  controller.abort();
  expect(await running).toMatchObject({ ended: "abort", output: "ready\n" });
  expect(processesWith(id)).toEqual([]);
});

test("P-TOOL-37, R181: timeout ends the whole family", async () => {
  const id = randomUUID();
  const outcome = await run(`${STUBBORN_FAMILY} sleep 300`, { env: { ...process.env, ID: id }, timeoutMs: 2000 });
  expect(outcome).toMatchObject({ ended: "timeout", output: "ready\n" });
  expect(processesWith(id)).toEqual([]);
});

test("a signal that was given before the start starts nothing", async () => {
  expect(await run("echo no", { signal: AbortSignal.abort() })).toMatchObject({ ended: "abort", output: "" });
});

test.each(["exit", "SIGTERM", "SIGINT", "SIGHUP", "SIGKILL", "throw"])(
  "when our own process ends by %s, nothing it started is left",
  async (how) => {
    const id = randomUUID();
    const script = `
    import { localProcesses } from ${JSON.stringify(sourceUrl("core/process/index.ts"))};
    const request = { cwd: "/", env: process.env, file: "sh", onData: (bytes) => process.stdout.write(bytes) };
    await localProcesses.run({ ...request, args: ["-c", ${JSON.stringify(STUBBORN_FAMILY)}] });
    localProcesses.run({ ...request, args: ["-c", "echo foreground; sleep 300"] });
    process.stdin.once("data", (command) => {
      if (String(command) === "exit") process.exit();
      if (String(command) === "throw") throw new Error("on purpose");
    });
  `;
    const child = spawn(process.execPath, ["--conditions=@tau/source", "--input-type=module", "-e", script], {
      env: { ...process.env, ID: id },
      stdio: ["pipe", "pipe", "ignore"],
    });
    let output = "";
    child.stdout.on("data", (bytes) => {
      output += bytes;
    });
    const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)));
    await until(() => output.includes("foreground") && processesWith(id).length >= 9);
    if (how.startsWith("SIG")) child.kill(how as NodeJS.Signals);
    else child.stdin.write(how);
    expect(await ended).toBe(how === "exit" ? 0 : how === "throw" ? 1 : how);
    await until(() => processesWith(id).length === 0);
  },
);

test("a process name with spaces and parentheses is read past", () => {
  expect(parseStat(7, "7 (a) b (c) S 1 6 6 0")).toEqual({ pid: 7, parent: 1, group: 6 });
  expect(parseStat(7, "7 (a) Z 1 6 6 0")).toBeUndefined();
  expect(parseStat(7, "")).toBeUndefined();
});

async function run(command: string, more: object = {}) {
  const chunks: Buffer[] = [];
  const outcome = await localProcesses.run({
    file: "bash",
    args: ["-c", command],
    cwd: "/",
    env: process.env,
    purpose: "model",
    onData: (bytes) => chunks.push(bytes),
    ...more,
  });
  return { ...outcome, output: Buffer.concat(chunks).toString() };
}
