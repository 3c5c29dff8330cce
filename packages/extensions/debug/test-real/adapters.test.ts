import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { requireProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import { toySession } from "../test/toy.ts";
import { C, FORKING_C, GO, PYTHON, WAITING_PYTHON } from "./programs.ts";

/** In Tau's sandbox, and without one. */
const SANDBOXES = ["bubblewrap", "off"] as const;

const settingsOf = (sandbox: string) => ({ sandbox, debug: {} });

/** The processes that have a folder in their command line. */
function processesOf(folder: string): string[] {
  const listed = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" });
  return listed.split("\n").filter((line) => line.includes(folder) && !line.includes("ps -eo"));
}

test.for(SANDBOXES)("debugpy finds the planted bug of a Python program (sandbox %s)", async (sandbox, context) => {
  await requireProgram("debugpy/adapter", context);
  if (sandbox === "bubblewrap") await requireProgram("bwrap", context);
  await using session = await toySession({ files: { "stats.py": PYTHON }, settings: settingsOf(sandbox) });
  const texts = await session.ask(
    { action: "launch", program: "stats.py", timeout: 120 },
    { action: "set_breakpoint", file: "stats.py", line: 8, condition: "value == 6" },
    { action: "continue", timeout: 60 },
    { action: "stack_trace" },
    { action: "scopes" },
    { action: "evaluate", expression: "values[:-1]" },
    { action: "evaluate", expression: "total", value: "94" },
    { action: "remove_breakpoint", file: "stats.py", line: 8 },
    { action: "step_over" },
    { action: "set_breakpoint", file: "stats.py", line: 10, log_message: "total {total}" },
    { action: "step_out" },
    { action: "set_breakpoint", exceptions: [] },
    { action: "modules" },
    { action: "continue" },
  );
  const [launched, set, stopped, stack, scopes, list, assigned, , stepped, , out, , modules, end] = texts;
  const how = sandbox === "off" ? "Launched" : "Launched in the sandbox:";
  expect(launched).toMatch(new RegExp(`^${how} stats\\.py with debugpy \\(session debug-1\\)\\.\nStopped: entry`));
  expect(launched).toContain("at <module> (stats.py:1)");
  expect(set).toMatch(/^Breakpoint at stats\.py:8: verified\./);
  expect(stopped).toMatch(/^Stopped: breakpoint .*\n {2}at average \(stats\.py:8\)[\s\S]*→ {2}8 \| {9}total \+= value/);
  expect(stack).toMatch(/^#0 average \(stats\.py:8\).*\n#1 <module> \(stats\.py:13\)/);
  expect(scopes).toMatch(/count: int = 2\n {2}total: int = 6\n {2}value: int = 6\n {2}values: list = \[2, 4, 6, 100\]/);
  expect(list).toMatch(/^list = \[2, 4, 6\]/);
  expect(assigned).toBe("total = 94");
  expect(stepped).toMatch(/at average \(stats\.py:9\)/);
  expect(out).toMatch(/at <module> \(stats\.py:13\)[\s\S]*\nOutput:\ntotal 100$/);
  expect(modules).toContain("__main__  stats.py");
  expect(end).toMatch(/^The program exited with code 3\.\nOutput:\naverage 33\.3/);
  expect(processesOf(session.harness.workspace.cwd)).toEqual([]);
});

test("debugpy attaches to a port, and the program goes on after terminate", async (context) => {
  await requireProgram("debugpy/adapter", context);
  await using session = await toySession({ files: { "wait.py": WAITING_PYTHON }, settings: settingsOf("off") });
  const { cwd } = session.harness.workspace;
  const debuggee = spawn("/usr/bin/python3", ["-u", "wait.py"], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = (await once(debuggee.stdout, "data")) as [Buffer];
    const port = Number(/port (\d+)/.exec(String(line))?.[1]);
    const texts = await session.ask(
      { action: "attach", port, timeout: 60 },
      { action: "pause" },
      { action: "evaluate", expression: "sum([20, 22])" },
      { action: "terminate" },
    );
    expect(texts[0]).toMatch(/^Attached to 127\.0\.0\.1:\d+ with debugpy/);
    expect(texts[1]).toMatch(/^Stopped: pause/);
    expect(texts[2]).toBe("int = 42");
    expect(texts[3]).toMatch(/^Detached from 127\.0\.0\.1:/);
    expect(debuggee.exitCode).toBeNull();
  } finally {
    debuggee.kill("SIGKILL");
  }
});

test.for(SANDBOXES)("delve finds the planted bug of a Go program (sandbox %s)", async (sandbox, context) => {
  await requireProgram("go", context);
  await requireProgram("dlv", context);
  if (sandbox === "bubblewrap") await requireProgram("bwrap", context);
  const files = { "main.go": GO, "go.mod": "module stats\n\ngo 1.19\n" };
  await using session = await toySession({ files, settings: settingsOf(sandbox) });
  const texts = await session.ask(
    { action: "launch", program: ".", timeout: 300 },
    { action: "set_breakpoint", file: "main.go", line: 11, condition: "i == 2" },
    { action: "continue", timeout: 60 },
    { action: "stack_trace", levels: 2 },
    { action: "scopes" },
    { action: "evaluate", expression: "values" },
    { action: "evaluate", expression: "total", value: "94" },
    { action: "step_over" },
    { action: "threads" },
    { action: "continue" },
  );
  const [launched, set, stopped, stack, scopes, values, assigned, stepped, threads, end] = texts;
  expect(launched).toMatch(/ \. with dlv \(session debug-1\)\.\nStopped: entry/);
  expect(set).toMatch(/^Breakpoint at main\.go:11: verified\./);
  expect(stopped).toMatch(/^Stopped: .*\n {2}at main\.average \(main\.go:11\)/);
  expect(stack).toMatch(/^#0 main\.average \(main\.go:11\).*\n#1 main\.main \(main\.go:17\)/);
  expect(scopes).toMatch(/total: int = 6/);
  expect(values).toMatch(/^\[\]int = \[\]int len: 4, cap: 4, \[2,4,6,100\]/);
  expect(assigned).toBe("total = 94");
  expect(stepped).toMatch(/at main\.average \(main\.go:10\)/);
  expect(threads).toMatch(/main\.average/);
  expect(end).toMatch(
    /^The program (?:ended|exited with code 3)\.\nOutput:\n[\s\S]*average 25[\s\S]*exited with status 3/,
  );
  expect(processesOf(session.harness.workspace.cwd)).toEqual([]);
});

test("delve: the errors of a build are shown", async (context) => {
  await requireProgram("go", context);
  await requireProgram("dlv", context);
  const files = { "main.go": "package main\n\nfunc main() { missing() }\n", "go.mod": "module stats\n\ngo 1.19\n" };
  await using session = await toySession({ files, settings: settingsOf("off") });
  const [failed] = await session.ask({ action: "launch", program: "main.go", timeout: 300 });
  expect(failed).toMatch(/^dlv refused launch: [\s\S]*undefined: missing/);
});

test.for(SANDBOXES)("lldb-dap finds the planted bug of a C program (sandbox %s)", async (sandbox, context) => {
  const gcc = await requireProgram("gcc", context);
  await requireProgram("lldb-dap-19", context);
  if (sandbox === "bubblewrap") await requireProgram("bwrap", context);
  await using session = await toySession({ files: { "stats.c": C }, settings: settingsOf(sandbox) });
  const { cwd } = session.harness.workspace;
  execFileSync(gcc, ["-g", "-O0", "-o", "stats", "stats.c"], { cwd });
  const texts = await session.ask(
    { action: "launch", program: "stats", timeout: 120 },
    { action: "set_breakpoint", file: "stats.c", line: 6, condition: "i == 2" },
    { action: "continue", timeout: 60 },
    { action: "scopes" },
    { action: "evaluate", expression: "count - 1", context: "watch" },
    { action: "evaluate", expression: "total", value: "94" },
    { action: "data_breakpoint_info", name: "total" },
    { action: "modules" },
    { action: "set_breakpoint", function: "printf" },
    { action: "continue" },
    { action: "step_out" },
    { action: "continue" },
  );
  const [launched, set, stopped, scopes, count, assigned, info, modules, onFunction, inPrintf, out, end] = texts;
  expect(launched).toMatch(/ stats with lldb-dap \(session debug-1\)\.\nStopped: /);
  expect(set).toBe("Breakpoint at stats.c:6: verified.");
  expect(stopped).toMatch(/^Stopped: breakpoint 1\.1.*\n {2}at average \(stats\.c:6\)/);
  expect(scopes).toMatch(/count: int = 4\n {2}total: int = 6\n {2}i: int = 2/);
  expect(count).toBe("int = 3");
  expect(assigned).toBe("total = 94");
  expect(info).toMatch(/data_id: \S+\naccess_type: .*write/);
  expect(modules).toContain("libc.so.6");
  expect(onFunction).toMatch(/^Breakpoint at printf\(\): verified/);
  expect(inPrintf).toMatch(/^Stopped: breakpoint 2\.1/);
  expect(out).toMatch(/at main \(stats\.c:14\)[\s\S]*\nOutput:\naverage 25/);
  expect(end).toMatch(/^The program exited with code 3\./);
  expect(processesOf(cwd)).toEqual([]);
});

test("lldb-dap: memory, instructions and a data breakpoint", async (context) => {
  const gcc = await requireProgram("gcc", context);
  await requireProgram("lldb-dap-19", context);
  await using session = await toySession({ files: { "stats.c": C }, settings: settingsOf("off") });
  const { cwd } = session.harness.workspace;
  execFileSync(gcc, ["-g", "-O0", "-o", "stats", "stats.c"], { cwd });
  const [, , , , stack, info] = await session.ask(
    { action: "launch", program: "stats", timeout: 120 },
    { action: "set_breakpoint", function: "average" },
    { action: "continue", timeout: 60 },
    { action: "step_over" },
    { action: "stack_trace", levels: 1 },
    { action: "data_breakpoint_info", name: "total" },
  );
  const [, instruction = ""] = /\[instruction (\w+)\]/.exec(stack ?? "") ?? [];
  const [, dataId = ""] = /data_id: (\S+)/.exec(info ?? "") ?? [];
  const [, address = ""] = /^(\w+)/.exec(dataId) ?? [];
  const [code, memory, watched, changed] = await session.ask(
    { action: "disassemble", instruction_reference: instruction, instruction_count: 3 },
    { action: "read_memory", memory_reference: `0x${address.replace(/^0x/i, "")}`, count: 4 },
    { action: "set_data_breakpoint", data_id: dataId, access_type: "write" },
    { action: "continue" },
  );
  expect(code?.split("\n")).toHaveLength(3);
  expect(code).toMatch(/stats\.c:5/);
  // lldb-dap reads memory from version 20 on.
  expect(memory).toMatch(/^0x\w+ {2}00 00 00 00|^The debugger adapter lldb-dap does not support reading memory\.$/);
  expect(watched).toMatch(/^Data breakpoint on \S+: verified/);
  expect(changed).toMatch(/^Stopped: .*watchpoint/i);
});

test.for(SANDBOXES)(
  "a program that forks: no process is left when the session ends (sandbox %s)",
  async (sandbox, context) => {
    const gcc = await requireProgram("gcc", context);
    await requireProgram("lldb-dap-19", context);
    if (sandbox === "bubblewrap") await requireProgram("bwrap", context);
    let folder = "";
    {
      await using session = await toySession({ files: { "fork.c": FORKING_C }, settings: settingsOf(sandbox) });
      folder = session.harness.workspace.cwd;
      execFileSync(gcc, ["-g", "-O0", "-o", "fork", "fork.c"], { cwd: folder });
      const [launched, set, stopped] = await session.ask(
        { action: "launch", program: `${folder}/fork`, timeout: 120 },
        { action: "set_breakpoint", file: "fork.c", line: 8 },
        { action: "continue", timeout: 60 },
      );
      expect(launched).toContain("Stopped");
      expect(set).toContain("verified");
      expect(stopped).toMatch(/at main \(fork\.c:8\)/);
      expect(processesOf(`${folder}/fork`).length).toBeGreaterThan(1);
    }
    await expect.poll(() => processesOf(`${folder}/fork`), { timeout: 20_000 }).toEqual([]);
  },
);

test("without a debugger, the answer says what to install", async () => {
  await using session = await toySession({
    files: { "a.rb": "puts 1\n", "b.toy2": "x" },
    settings: settingsOf("off"),
  });
  const [ruby, unknown] = await session.ask(
    { action: "launch", program: "a.rb" },
    { action: "launch", program: "b.toy2" },
  );
  expect(ruby).toMatch(/rdbg is not installed\. To install rdbg: gem install debug\. Installed adapters: /);
  expect(unknown).toMatch(/^No debugger adapter available for .*b\.toy2 \(\.toy2\)\. Installed adapters: /);
});
