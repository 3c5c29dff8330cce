import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { ADAPTER, isRunning, toySession } from "./toy.ts";

const LAUNCH = { action: "launch", program: "a.toy" } as const;

test.each([
  ["connect", "--listen={port}"],
  ["accept", "--dial={address}"],
])("an adapter that speaks TCP (%s) is reached through the relay, and ends with it", async (transport, arg) => {
  await using toy = await toySession({ args: [arg], entry: { transport } });
  const [launched, step] = await toy.ask(LAUNCH, { action: "step_over" });
  expect(launched).toMatch(/\nStopped: entry/);
  expect(step).toMatch(/^Stopped: step .*\n {2}at main \(a\.toy:2\)/);
  await toy.ask({ action: "terminate" });
  const pids = toy.received().flatMap(({ pid }) => pid ?? []);
  expect(pids).toHaveLength(1);
  await expect.poll(() => pids.some(isRunning)).toBe(false);
});

test("an adapter that dies behind the relay", async () => {
  await using toy = await toySession({ args: ["--listen={port}", "--die"], entry: { transport: "connect" } });
  expect(await toy.ask(LAUNCH)).toEqual(["DAP adapter toy exited (code 3): no such toy"]);
});

test("a program that is not there, behind the relay", async () => {
  await using toy = await toySession({ args: ["--crash=launch", "--listen={port}"], entry: { transport: "connect" } });
  expect(await toy.ask(LAUNCH)).toEqual(["DAP adapter toy exited (code 7)."]);
});

test("attach to a port connects directly where the program speaks the protocol itself", async () => {
  const port = await freePort();
  const program = spawn(process.execPath, [ADAPTER, `--listen=${port}`], { stdio: "ignore" });
  try {
    await using toy = await toySession();
    await expect
      .poll(async () => (await toy.ask({ action: "attach", port }))[0], { timeout: 60_000 })
      .toMatch(/^Attached to 127\.0\.0\.1:\d+ with debugpy \(session debug-\d+\)\.\nThe program still runs/);
    const [paused, ended] = await toy.ask({ action: "pause" }, { action: "terminate" });
    expect(paused).toMatch(/^Stopped: pause/);
    expect(ended).toMatch(/^Detached from 127\.0\.0\.1:/);
  } finally {
    program.kill("SIGKILL");
  }
});

test("attach to a port where nothing listens", async () => {
  const port = await freePort();
  await using toy = await toySession();
  const [failed] = await toy.ask({ action: "attach", port });
  expect(failed).toMatch(new RegExp(`^Nothing could be reached at 127\\.0\\.0\\.1:${port}: `));
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
