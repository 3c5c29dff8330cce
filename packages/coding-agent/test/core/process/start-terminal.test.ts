import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { localProcesses, type TerminalRequest } from "../../../src/core/process/index.ts";
import { processesWith, until } from "./alive.ts";

const start = (script: string, more: Partial<TerminalRequest> = {}) =>
  localProcesses.startTerminal({
    file: "bash",
    args: ["-c", script],
    cwd: "/",
    env: process.env,
    purpose: "extension",
    ...more,
  });

test("a program in a terminal finds one, with the size that was asked for", async () => {
  const terminal = await start("test -t 0 && test -t 1 && stty size; pwd; exit 5", {
    columns: 100,
    rows: 30,
    cwd: "/usr",
  });
  expect(await text(terminal.output)).toBe("30 100\r\n/usr\r\n");
  expect(await terminal.exited).toEqual({ ended: "exit", exitCode: 5 });
});

test("what is written is typed, and a new size is told", async () => {
  const terminal = await start(
    'trap "stty size; exit" WINCH; stty -echo; echo ready; read -r name; echo "hello $name"; while :; do sleep 0.01; done',
  );
  let seen = "";
  terminal.output.on("data", (bytes) => {
    seen += bytes;
  });
  await until(() => seen.includes("ready"));
  terminal.write("tau\r");
  await until(() => seen.includes("hello tau"));
  terminal.resize(44, 11);
  await until(() => seen.includes("11 44"));
  await terminal.exited;
  terminal.write("after the end");
  terminal.resize(10, 10);
  expect(terminal.signal("SIGTERM")).toBe(false);
});

test("a size that is no size is not passed on", async () => {
  const terminal = await start("stty size", { columns: Number.NaN, rows: -3 });
  expect(await text(terminal.output)).toBe("1 80\r\n");
});

test("a key that interrupts, and a signal, reach the program", async () => {
  const interrupted = await start("trap 'exit 9' INT; echo ready; while :; do sleep 0.01; done");
  await new Promise((resolve) => interrupted.output.once("data", resolve));
  interrupted.write("\x03");
  expect(await interrupted.exited).toEqual({ ended: "exit", exitCode: 9 });
  const signalled = await start("trap 'exit 8' USR1; echo ready; while :; do sleep 0.01; done");
  await new Promise((resolve) => signalled.output.once("data", resolve));
  expect(signalled.signal("SIGUSR1")).toBe(true);
  expect(await signalled.exited).toEqual({ ended: "exit", exitCode: 8 });
});

test("a program that floods waits while it is not read, and nothing of what it wrote is lost", async () => {
  const id = randomUUID();
  const terminal = await start("stty raw; seq 1 400000; sleep 300", { env: { ...process.env, ID: id } });
  // Nothing is read: what we hold does not grow.
  await until(() => terminal.output.readableLength > 0);
  let held = -1;
  for (let same = 0; same < 20; ) {
    same = terminal.output.readableLength === held ? same + 1 : 0;
    held = terminal.output.readableLength;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(held).toBeLessThan(256 * 1024);
  let seen = "";
  terminal.output.on("data", (bytes) => {
    seen += bytes;
  });
  await until(() => seen.endsWith("400000\n"));
  expect(seen.split("\n").length).toBe(400_001);
  await terminal.kill();
  await terminal.exited;
  expect(processesWith(id)).toEqual([]);
});

test("the last words of a program that ended before they were read are not lost", async () => {
  for (const count of [13_000, 14_000, 14_500]) {
    const terminal = await start(`stty raw; seq 1 ${count}; echo last`);
    await terminal.exited;
    expect((await text(terminal.output)).trimEnd().split("\n").slice(-2)).toEqual([String(count), "last"]);
  }
});

test.each(["abort", "timeout", "kill"] as const)("%s ends it with all that it started", async (how) => {
  const id = randomUUID();
  const controller = new AbortController();
  const terminal = await start("(setsid sleep 300 &) ; sleep 300 & sleep 300", {
    env: { ...process.env, ID: id },
    signal: controller.signal,
    ...(how === "timeout" && { timeoutMs: 1000 }),
  });
  terminal.output.resume();
  await until(() => processesWith(id).length >= 4);
  if (how === "abort") controller.abort();
  if (how === "kill") await terminal.kill();
  expect(await terminal.exited).toMatchObject({ ended: how === "kill" ? "exit" : how });
  expect(processesWith(id)).toEqual([]);
});
