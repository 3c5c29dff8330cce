import { expect, test } from "vitest";
import { isRunning, toySession } from "./toy.ts";

const LAUNCH = { action: "launch", program: "a.toy", timeout: 5 } as const;

/** The processes that an adapter and its program have started. */
const pidsOf = (toy: Awaited<ReturnType<typeof toySession>>) => toy.received().flatMap(({ pid }) => pid ?? []);

test("an adapter that dies at its start: its words are shown, and the next launch is free", async () => {
  await using toy = await toySession({ args: ["--die"] });
  const [died, again] = await toy.ask(LAUNCH, LAUNCH);
  expect(died).toBe("DAP adapter toy exited (code 3): no such toy");
  expect(again).toBe("DAP adapter toy exited (code 3): no such toy");
});

test.each([
  ["--garbage=initialize", "toy was ended: it sent a message that is not JSON."],
  ["--crash=launch", "DAP adapter toy exited (code 7)."],
  ["--hang=initialize", "DAP request initialize timed out after 5000ms."],
  ["--hang=launch", "DAP request launch timed out after 5000ms."],
  ["--refuse=launch", "toy refused launch: launch is out of order"],
  ["--refuse=configurationDone", "toy refused configurationDone: configurationDone is out of order"],
])("launch with %s fails with a reason and leaves no process", async (arg, message) => {
  await using toy = await toySession({ args: [arg] });
  const [failed, next] = await toy.ask(LAUNCH, { action: "threads" });
  expect(failed).toBe(message);
  expect(next).toMatch(/^No active debug session\. Launch or attach first\./);
  await expect.poll(() => pidsOf(toy).some(isRunning)).toBe(false);
});

test.each([
  ["--crash=continue", "DAP adapter toy exited (code 7)."],
  ["--garbage=continue", "toy was ended: it sent a message that is not JSON."],
  ["--hang=continue", "DAP request continue timed out after 5000ms."],
  ["--refuse=continue", "toy refused continue: continue is out of order"],
])("continue with %s fails with a reason", async (arg, message) => {
  await using toy = await toySession({ args: [arg] });
  const [, failed, after] = await toy.ask(LAUNCH, { action: "continue", timeout: 5 }, { action: "sessions" });
  expect(failed).toBe(message);
  const isOver = arg.startsWith("--crash") || arg.startsWith("--garbage");
  expect(after).toMatch(isOver ? /, ended: / : /, stopped \(entry\)\n/);
});

test("after an adapter has died in the middle, the next action says so", async () => {
  await using toy = await toySession({ args: ["--crash=threads"] });
  const [, , next] = await toy.ask(LAUNCH, { action: "threads" }, { action: "scopes" });
  expect(next).toBe(
    "No active debug session. Launch or attach first. The last one ended: DAP adapter toy exited (code 7).",
  );
});

test("a flood of output: the last of it is kept, and requests are answered", async () => {
  await using toy = await toySession({ args: ["--flood=30000"] });
  const [launched, threads, output = ""] = await toy.ask(
    { ...LAUNCH, timeout: 60 },
    { action: "threads" },
    { action: "output" },
  );
  expect(launched).toMatch(/Output:\n\[…\][\s\S]*line 29999$/);
  expect(threads).toBe("1  main (stopped here)\n2  other");
  expect(output).toMatch(/^\[\d+ characters of earlier output were dropped\]\n[\s\S]*line 29999$/);
  expect(output.length).toBeLessThan(129 * 1024);
});

test("an adapter without threads", async () => {
  await using toy = await toySession({ args: ["--no-threads"], files: { "a.toy": "spin\n" } });
  const [, pause, threads] = await toy.ask(
    { ...LAUNCH, stop_on_entry: false },
    { action: "pause" },
    { action: "threads" },
  );
  expect([pause, threads]).toEqual(["Debugger reported no threads.", "Debugger reported no threads."]);
});

test("an adapter that answers the launch at once, and one that never asks for breakpoints", async () => {
  await using early = await toySession({ args: ["--early"] });
  expect((await early.ask(LAUNCH))[0]).toMatch(/\nStopped: entry/);
  await using mute = await toySession({ args: ["--mute"] });
  expect((await mute.ask({ ...LAUNCH, timeout: 30 }))[0]).toMatch(/\nStopped: entry/);
});

test("stopping the run while the program runs: the session stays and can be paused", async () => {
  await using toy = await toySession({ files: { "a.toy": "spin\n" } });
  await toy.ask(LAUNCH);
  const run = toy.ask({ action: "continue", timeout: 300 });
  await expect.poll(() => toy.received("continue")).toHaveLength(1);
  await toy.harness.session.abort();
  await run;
  const [sessions, paused] = await toy.ask({ action: "sessions" }, { action: "pause" });
  expect(sessions).toMatch(/^debug-1: a\.toy with toy, running/);
  expect(paused).toMatch(/^Stopped: pause/);
});

test("stopping the run during the launch ends the adapter", async () => {
  await using toy = await toySession({ args: ["--hang=launch"] });
  const run = toy.ask({ ...LAUNCH, timeout: 300 });
  await expect.poll(() => toy.received("launch")).toHaveLength(1);
  await toy.harness.session.abort();
  await run;
  await expect.poll(() => pidsOf(toy).some(isRunning)).toBe(false);
  expect((await toy.ask({ action: "sessions" }))[0]).toMatch(/, ended with code 143$/);
});

test("a program that forks: its children end with the session, also one in a process group of its own", async () => {
  await using toy = await toySession({ args: ["--fork"] });
  await toy.ask(LAUNCH);
  const pids = pidsOf(toy);
  expect(pids).toHaveLength(2);
  expect(pids.map(isRunning)).toEqual([true, true]);
  await toy.ask({ action: "terminate" });
  await expect.poll(() => pids.some(isRunning)).toBe(false);
});

test("adapter and program end with Tau's session", async () => {
  let pids: number[] = [];
  {
    await using toy = await toySession({ args: ["--fork", "--hang=disconnect", "--refuse=terminate"] });
    await toy.ask(LAUNCH);
    pids = pidsOf(toy);
    expect(pids.map(isRunning)).toEqual([true, true]);
  }
  await expect.poll(() => pids.some(isRunning)).toBe(false);
});

test("R353: runInTerminal starts the program and returns its pid; it ends with the session", async () => {
  await using toy = await toySession({ args: ["--terminal"] });
  await toy.ask(LAUNCH);
  const [terminal] = toy.received("terminal");
  expect(terminal?.pid).toBeGreaterThan(0);
  expect(isRunning(terminal?.pid ?? 0)).toBe(true);
  await expect
    .poll(async () => (await toy.ask({ action: "output" }))[0])
    .toBe(`from the terminal yes ${toy.harness.workspace.cwd}`);
  await toy.ask({ action: "terminate" });
  await expect.poll(() => pidsOf(toy).some(isRunning)).toBe(false);
});

test("startDebugging is acknowledged, and any other request of the adapter is refused", async () => {
  await using toy = await toySession({ args: ["--child"] });
  const [, output] = await toy.ask(LAUNCH, { action: "output" });
  expect(output).toBe("[The debugger offers to debug a child process. Tau debugs one process at a time.]");
  expect(toy.received("startDebugging")).toMatchObject([{ type: "response", success: true }]);
});

test("R292: a session that is not used is ended, and the next action says why", async () => {
  await using toy = await toySession({ debug: { idleMinutes: 0.005 } });
  await toy.ask(LAUNCH);
  await expect.poll(() => pidsOf(toy).some(isRunning)).toBe(false);
  expect((await toy.ask({ action: "threads" }))[0]).toMatch(
    /^No active debug session\. Launch or attach first\. The last one ended: it was not used for/,
  );
});

test("bad arguments are refused before they are sent", async () => {
  await using toy = await toySession();
  const texts = await toy.ask(
    { action: "launch", program: "missing.toy" },
    { action: "launch", program: "a.toy", cwd: "nowhere" },
    { action: "launch", program: "a.toy", adapter: "nothing" },
    LAUNCH,
    { action: "set_breakpoint", file: "missing.toy", line: 1 },
    { action: "set_breakpoint", function: "main", log_message: "x" },
    { action: "read_memory", memory_reference: "0x2000", count: 5000 },
    { action: "read_memory", memory_reference: "0x2000", count: 1.5 },
    { action: "write_memory", memory_reference: "0x2000", data: "not base64!" },
    { action: "disassemble", memory_reference: "0x1", instruction_count: 1e6 },
    { action: "custom_request", command: "disconnect" },
    { action: "custom_request", command: "setBreakpoints" },
    { action: "custom_request", command: "unheard" },
    { action: "scopes", frame_id: 1 },
  );
  const { cwd } = toy.harness.workspace;
  expect(texts.filter((_, index) => index !== 3)).toEqual([
    `There is no program missing.toy (looked for ${cwd}/missing.toy).`,
    "There is no folder nowhere.",
    expect.stringMatching(/^There is no debugger adapter nothing\. Known adapters: toy, debugpy, dlv, /),
    `There is no file ${cwd}/missing.toy.`,
    "log_message needs file and line.",
    "count must be from 1 to 4096.",
    "count must be from 1 to 4096.",
    "data must be base64.",
    "instruction_count must be from 1 to 500.",
    "disconnect is not sent by hand. Use the action terminate.",
    "setBreakpoints is not sent by hand. Use the action set_breakpoint.",
    "toy refused unheard: unknown request unheard",
    "toy refused scopes: no frame 1",
  ]);
});

test("R292: debug.enabled switches the tool off, and wrong settings are named", async () => {
  await using off = await toySession({ debug: { enabled: false } });
  expect(await off.ask(LAUNCH)).toEqual(["The debugger is switched off (setting debug.enabled)."]);
  for (const [adapters, message] of [
    [{ bad: { args: [] } }, "debug.adapters.bad in the settings: it needs a command."],
    [{ bad: { command: 7 } }, "debug.adapters.bad in the settings: command must be a text."],
    [
      { bad: { command: "x", transport: "pigeon" } },
      "debug.adapters.bad in the settings: transport must be stdio, connect or accept.",
    ],
    [{ bad: { command: "x", wing: 1 } }, "debug.adapters.bad in the settings: wing is not known."],
    [{ bad: [] }, "debug.adapters.bad in the settings: it must be an object."],
  ] as const) {
    await using toy = await toySession({ debug: { adapters } });
    expect(await toy.ask(LAUNCH)).toEqual([message]);
  }
});
