import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { localProcesses, type StartRequest } from "../../../src/core/process/index.ts";
import { runScript, sourceUrl } from "../run-script.ts";
import { processesWith, until } from "./alive.ts";

const start = (script: string, more: Partial<StartRequest> = {}) =>
  localProcesses.start({
    file: "bash",
    args: ["-c", script],
    cwd: "/",
    env: process.env,
    purpose: "extension",
    ...more,
  });

test("a process can be talked to: what is written comes back, and its exit code is known", async () => {
  const running = await start('while read -r line; do echo "got $line"; echo "note $line" >&2; done; exit 3');
  running.stdin.write("one\n");
  running.stdin.end("two\n");
  expect(await Promise.all([text(running.stdout), text(running.stderr)])).toEqual([
    "got one\ngot two\n",
    "note one\nnote two\n",
  ]);
  expect(await running.exited).toEqual({ ended: "exit", exitCode: 3 });
});

test("a write to a process that has ended is dropped", async () => {
  const running = await start("exit 0");
  await running.exited;
  for (let count = 0; count < 100; count++) running.stdin.write("x".repeat(10_000));
  running.stdin.end();
  expect(await text(running.stdout)).toBe("");
});

test("without stdin the program reads nothing, without output there is nothing to read", async () => {
  const reading = await start("cat; echo end", { stdin: "none" });
  expect(await text(reading.stdout)).toBe("end\n");
  const silent = await start("echo unheard", { output: "none", stdin: "none" });
  expect([await text(silent.stdout), await text(silent.stderr)]).toEqual(["", ""]);
  expect(await silent.exited).toMatchObject({ exitCode: 0 });
});

test("a program that does not exist, and one in a folder that does not, is a rejection", async () => {
  await expect(start("", { file: "/nowhere/program" })).rejects.toMatchObject({ code: "ENOENT" });
  await expect(start("true", { cwd: "/nowhere" })).rejects.toMatchObject({ code: "ENOENT" });
  await expect(start(`echo ${"x".repeat(3e6)}`)).rejects.toMatchObject({ code: "E2BIG" });
});

test("a signal reaches the whole group", async () => {
  const id = randomUUID();
  const running = await start(
    'trap "echo leader; wait; exit 7" USR1; (trap "echo child; exit" USR1; echo ready; while :; do sleep 0.01; done) & while :; do sleep 0.01; done',
    { env: { ...process.env, ID: id } },
  );
  let output = "";
  running.stdout.on("data", (bytes) => {
    output += bytes;
  });
  await until(() => output.includes("ready"));
  expect(running.signal("SIGUSR1")).toBe(true);
  expect(await running.exited).toEqual({ ended: "exit", exitCode: 7 });
  await until(() => running.stdout.closed);
  expect(output.split("\n").filter(Boolean).sort()).toEqual(["child", "leader", "ready"]);
  expect(running.signal("SIGUSR1")).toBe(false);
});

test.each(["abort", "timeout", "kill"] as const)("%s ends it with all that it started", async (how) => {
  const id = randomUUID();
  const controller = new AbortController();
  const running = await start("(setsid sleep 300 &) ; sleep 300 & sleep 300", {
    env: { ...process.env, ID: id },
    signal: controller.signal,
    ...(how === "timeout" && { timeoutMs: 1000 }),
  });
  await until(() => processesWith(id).length >= 4);
  if (how === "abort") controller.abort();
  if (how === "kill") await running.kill();
  expect(await running.exited).toMatchObject({ ended: how === "kill" ? "exit" : how });
  expect(processesWith(id)).toEqual([]);
});

test("a signal that was given before the start starts nothing", async () => {
  await expect(start("echo no", { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
});

test("output beyond the limit ends it, and no more than the limit is handed on", async () => {
  const running = await start("yes & yes >&2", { maxOutputBytes: 100_000 });
  const [stdout, stderr] = await Promise.all([text(running.stdout), text(running.stderr)]);
  expect(await running.exited).toMatchObject({ ended: "limit" });
  expect(stdout.length + stderr.length).toBe(100_000);
});

test("a program that floods is held up while its output is not read", async () => {
  const id = randomUUID();
  const script = 'i=0; while [ $i -lt 800 ]; do i=$((i + 1)); printf "%01000d" 0; echo $i > "$COUNT"; done';
  const count = `${process.env.TMPDIR ?? "/tmp"}/tau-count-${id}`;
  const running = await start(script, { env: { ...process.env, COUNT: count } });
  const { readFile, rm } = await import("node:fs/promises");
  try {
    let seen = "";
    // It stands still when two looks at what it has written agree.
    for (let same = 0; same < 20; ) {
      const now = await readFile(count, "utf8").catch(() => "");
      same = now !== "" && now === seen ? same + 1 : 0;
      seen = now;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(Number(seen)).toBeLessThan(800);
    expect((await text(running.stdout)).length).toBe(800_000);
  } finally {
    await rm(count, { force: true });
  }
});

test("a process with a lifetime of its own outlives us; one of the session does not", async () => {
  const ids = { own: randomUUID(), session: randomUUID() };
  await runScript(`
    import { localProcesses } from ${JSON.stringify(sourceUrl("core/process/index.ts"))};
    for (const [lifetime, id] of Object.entries(${JSON.stringify(ids)}))
      await localProcesses.start({
        ...{ file: "sleep", args: ["300"], cwd: "/", env: { ...process.env, ID: id }, purpose: "user" },
        ...{ lifetime, stdin: "none", output: "none" },
      });
  `);
  await until(() => processesWith(ids.session).length === 0);
  const left = processesWith(ids.own);
  expect(left).toHaveLength(1);
  for (const pid of left) process.kill(pid, "SIGKILL");
});
