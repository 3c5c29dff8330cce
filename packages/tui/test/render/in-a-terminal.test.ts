import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runInPty } from "../support/pty-program.ts";

const PROGRAM = fileURLToPath(new URL("../support/screen-program.ts", import.meta.url));

test("P-TUI-28 a crash leaves the screen whole and the trace below it", async () => {
  const program = runInPty(PROGRAM);
  await program.seen("status");
  program.send("x");
  await program.exited;
  await program.terminal.settled();
  const lines = program.terminal.text().split("\n");
  expect(lines.slice(0, 5)).toEqual(["line 0", "line 1", "line 2", ">", "status"]);
  expect(lines.slice(5).join("\n")).toContain("crash on purpose");
});

test("Ctrl+Z gives the terminal to the shell, fg brings the screen back", async () => {
  const shell = runInPty("bash", { PS1: "$ " }, ["--norc", "--noprofile", "-i"]);
  shell.send(`${JSON.stringify(process.execPath)} --conditions=@tau/source ${JSON.stringify(PROGRAM)}\r`);
  await shell.seen("status");
  shell.send("\x1a");
  await shell.seen("Stopped");
  expect(shell.output().split("status").at(-1)).toContain("\x1b[?2004l");
  const before = shell.output().length;
  shell.send("fg\r");
  await shell.seen("status", before);
  shell.send("q");
  await shell.seen("<ended>");
  shell.send("exit\r");
  await shell.exited;
});

test("Ctrl+Z where no shell would continue the program leaves it running", async () => {
  const program = runInPty(PROGRAM);
  await program.seen("status");
  const before = program.output().length;
  program.send("\x1a");
  await program.seen("status", before);
  program.send("q");
  await program.seen("<ended>");
  await program.exited;
});

test("TERM=dumb gets the lines without any sequence", async () => {
  const program = runInPty(PROGRAM, { TERM: "dumb" });
  program.send("q");
  await program.seen("<ended>");
  await program.exited;
  // What was typed before the program took over is echoed by the terminal itself.
  expect(program.output().replaceAll("\r", "").replace(/^q/, "")).toBe(DOCUMENT);
});

test("without a terminal the lines go into the pipe", async () => {
  const child = spawn(process.execPath, ["--conditions=@tau/source", PROGRAM], { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  child.stdin.end("q");
  await once(child, "close");
  expect(output).toBe(DOCUMENT);
});

const DOCUMENT = "line 0\nline 1\nline 2\n>\nstatus\n<ended>";
