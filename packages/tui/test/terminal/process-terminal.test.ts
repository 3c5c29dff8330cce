import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runInPty } from "../support/pty-program.ts";

const PROGRAM = fileURLToPath(new URL("../support/terminal-program.ts", import.meta.url));
const KITTY_POP = "\x1b[<u";
const RESTORED = "<undone>\x1b[?2004l\x1b[?25h";

test("P-TUI-26, P-TUI-27 start asks for paste brackets and the Kitty keyboard; stop undoes both", async () => {
  const program = runInPty(PROGRAM);
  await program.seen("<ready>");
  expect(program.output().startsWith("\x1b[?2004h\x1b[>7u\x1b[?u\x1b[c<ready>")).toBe(true);
  program.send("\x1b[?7u\x1b[?62;c");
  program.send("k");
  await program.seen("<kitty true, other false>");
  program.send("q");
  await program.exited;
  expect(program.output().split('<"q">')[1]).toBe(`${KITTY_POP}${RESTORED}<stopped>`);
});

test("P-TUI-27 a terminal that answers only the attributes gets modifyOtherKeys at once", async () => {
  const program = runInPty(PROGRAM);
  await program.seen("<ready>");
  program.send("\x1b[?62;c");
  await program.seen("\x1b[>4;2m");
  program.send("k");
  await program.seen("<kitty false, other true>");
  program.send("q");
  await program.exited;
  expect(program.output()).toContain(`\x1b[>4;0m${KITTY_POP}${RESTORED}`);
});

test("P-TUI-27 a silent terminal gets modifyOtherKeys after the wait, a late answer still wins", async () => {
  const program = runInPty(PROGRAM);
  await program.seen("\x1b[>4;2m");
  program.send("\x1b[?7u");
  await program.seen("\x1b[>4;0m");
  program.send("k");
  await program.seen("<kitty true, other false>");
  program.send("q");
  await program.exited;
});

test("P-TUI-35 a paste arrives in its brackets", async () => {
  const program = runInPty(PROGRAM);
  await program.seen("<ready>");
  program.send("\x1b[200~one\ntwo\x1b[201~");
  await program.seen(JSON.stringify("\x1b[200~one\ntwo\x1b[201~"));
  program.send("q");
  await program.exited;
});

test("P-TUI-28 a crash restores the terminal before the trace is printed", async () => {
  const program = runInPty(PROGRAM);
  await program.seen("<ready>");
  program.send("x");
  expect((await program.exited).exitCode).not.toBe(0);
  const [before, trace] = program.output().split(RESTORED);
  expect(before).toContain(KITTY_POP);
  expect(trace).toContain("crash on purpose");
});

test.each<[NodeJS.Signals, number]>([
  ["SIGTERM", 15],
  ["SIGHUP", 1],
  ["SIGINT", 2],
])("P-TUI-28 %s restores the terminal and still ends the program", async (signal, number) => {
  const program = runInPty(PROGRAM);
  await program.seen("<ready>");
  const { signal: endedBy } = await program.kill(signal);
  expect(program.output()).toContain(RESTORED);
  expect(endedBy).toBe(number);
});

test("P-TUI-39 draining swallows what comes late", async () => {
  const program = runInPty(PROGRAM);
  await program.seen("<ready>");
  program.send("d");
  await program.seen('<"d">');
  program.send("late");
  await program.seen("<drained>");
  expect(program.output()).not.toContain('<"l">');
  program.send("q");
  await program.exited;
});

test("all that is sent to the terminal goes into the log that is asked for", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tau-write-log-"));
  const path = join(folder, "terminal.log");
  const program = runInPty(PROGRAM, { PI_TUI_WRITE_LOG: path });
  await program.seen("<ready>");
  program.send("q");
  await program.exited;
  expect(readFileSync(path, "utf8")).toMatch(/^\x1b\[\?2004h[\s\S]*\x1b\[\?2004l/);
  rmSync(folder, { recursive: true });
});

test("a change of size is reported", async () => {
  const program = runInPty(PROGRAM);
  await program.seen("<ready>");
  program.resize(100, 30);
  await program.seen("<resize 100x30>");
  const seen = program.output().length;
  // The signal alone: the size was another one for a moment.
  process.kill(program.pid, "SIGWINCH");
  await expect.poll(() => program.output().slice(seen)).toContain("<resize 100x30>");
  program.send("q");
  await program.exited;
});

test("a title cannot carry a sequence of its own; it and the progress mark are taken back by stop", async () => {
  const program = runInPty(PROGRAM);
  await program.seen("<ready>");
  program.send("t");
  await program.seen("\x1b]9;4;3\x07");
  expect(program.output()).toContain("\x1b[22;0t\x1b]0;a]52;c;evilb\x07");
  program.send("q");
  await program.exited;
  expect(program.output().split('<"q">')[1]).toBe(
    `${KITTY_POP}\x1b]9;4;0\x07<undone>\x1b[?2004l\x1b[23;0t\x1b[?25h<stopped>`,
  );
});

test("TERM=dumb gets no escape sequence", async () => {
  const program = runInPty(PROGRAM, { TERM: "dumb" });
  await program.seen("<ready>");
  program.send("t");
  await program.seen('<"t">');
  program.send("q");
  await program.seen("<stopped>");
  await program.exited;
  expect(program.output()).not.toContain("\x1b");
});

test("without a terminal it reads and writes plain pipes, and a closed one ends it quietly", async () => {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ["pipe", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (data) => {
    errors += data;
  });
  await once(child.stdout, "data");
  child.stdout.destroy();
  const ended = once(child, "exit");
  const typing = setInterval(() => child.stdin.write("a"), 5);
  child.stdin.on("error", () => undefined);
  const [code] = await ended;
  clearInterval(typing);
  expect({ code, errors }).toEqual({ code: 7, errors: "" });
});
