import { expect, test } from "vitest";
import { ACTION_NAMES } from "../tool.ts";
import { toySession } from "./toy.ts";

const LAUNCH = { action: "launch", program: "a.toy" } as const;

test("R292: a program is launched, stops at its entry, steps, prints and exits", async () => {
  await using toy = await toySession();
  const texts = await toy.ask(
    LAUNCH,
    { action: "step_over" },
    { action: "step_in" },
    { action: "scopes" },
    { action: "step_out" },
    { action: "sessions" },
    { action: "output" },
  );
  expect(texts).toEqual([
    "Launched a.toy with toy (session debug-1).\nStopped: entry (thread 1)\n  at main (a.toy:1)  [frame_id 1001]\n  → 1 | let x = 1\n    2 | add x 2\n    3 | print x",
    "Stopped: step (thread 1)\n  at main (a.toy:2)  [frame_id 1002]\n    1 | let x = 1\n  → 2 | add x 2\n    3 | print x\n    4 | add x 3",
    "Stopped: step (thread 1)\n  at main (a.toy:3)  [frame_id 1003]\n    1 | let x = 1\n    2 | add x 2\n  → 3 | print x\n    4 | add x 3\n    5 | print done",
    "Locals  [scope_id 1]\n  x: num = 3  [memory 0x2000]\nRegisters  [scope_id 2]",
    "The program exited with code 4.\nOutput:\n3\ndone",
    "debug-1: a.toy with toy, ended with code 4",
    "3\ndone",
  ]);
  expect(toy.errors()).not.toContain(true);
  expect(toy.harness.errors).toEqual([]);
});

test("R351: without a stop at its entry, a program that keeps running is reported as running, and pause stops it", async () => {
  await using toy = await toySession({ files: { "a.toy": "let x = 1\nspin\n" } });
  const [launched, paused] = await toy.ask({ ...LAUNCH, stop_on_entry: false }, { action: "pause" });
  expect(launched).toBe(
    "Launched a.toy with toy (session debug-1).\nThe program still runs after 5 s. Use pause to stop it, or continue to wait longer.",
  );
  expect(paused).toMatch(/^Stopped: pause \(thread 1\)\n {2}at main \(a\.toy:2\)/);
});

test("R292: continue returns when the time is up; the program runs on, and its stop is reported later", async () => {
  await using toy = await toySession({ files: { "a.toy": "print hi\nspin\n" } });
  const [, running, step, again] = await toy.ask(
    LAUNCH,
    { action: "continue", timeout: 1 },
    { action: "step_over" },
    { action: "continue", timeout: 5 },
  );
  expect(running).toBe(
    "The program still runs after 5 s. Use pause to stop it, or continue to wait longer.\nOutput:\nhi",
  );
  expect(step).toBe("The program runs. Use pause to stop it before a step.");
  expect(again).toMatch(/^The program still runs/);
  const details = toy.harness.session.messages.findLast(({ role }) => role === "toolResult")?.["details" as never];
  expect(details).toEqual({ action: "continue", state: "running", timedOut: true });
  expect(toy.received("continue")).toHaveLength(1);
});

test("breakpoints at lines: conditions, hit counts, log messages, one set for each file", async () => {
  await using toy = await toySession({ files: { "a.toy": "let x = 1\nadd x 1\nadd x 1\nadd x 1\nprint x\n\n" } });
  const [, set, more, logs, wrong, beyond, hit, removed, gone, end] = await toy.ask(
    LAUNCH,
    { action: "set_breakpoint", file: "a.toy", line: 3, condition: "x > 5" },
    { action: "set_breakpoint", file: "a.toy", line: 4, hit_condition: "1" },
    { action: "set_breakpoint", file: "a.toy", line: 2, log_message: "x is {x}" },
    { action: "set_breakpoint", file: "a.toy", line: 6 },
    { action: "set_breakpoint", file: "a.toy", line: 99 },
    { action: "continue" },
    { action: "remove_breakpoint", file: "a.toy", line: 6 },
    { action: "remove_breakpoint", file: "a.toy", line: 6 },
    { action: "continue" },
  );
  expect(set).toBe(
    "Breakpoint at a.toy:3: verified.\nAll breakpoints:\n  a.toy:3 if x > 5 (verified)\n  exceptions: thrown",
  );
  expect(more).toBe(
    "Breakpoint at a.toy:4: verified.\nAll breakpoints:\n  a.toy:3 if x > 5 (verified)\n  a.toy:4 hit 1 (verified)\n  exceptions: thrown",
  );
  expect(logs).toContain('a.toy:2 logs "x is {x}" (verified)');
  expect(wrong).toMatch(/^Breakpoint at a\.toy:6: not verified: no such line\./);
  expect(beyond).toBe("a.toy has 6 lines: there is no line 99.");
  expect(hit).toMatch(/^Stopped: breakpoint \(thread 1\)\n {2}at main \(a\.toy:4\)[\s\S]*\nOutput:\nx is 1$/);
  expect(removed).toMatch(/^Removed the breakpoint at a\.toy:6\. Breakpoints:\n/);
  expect(gone).toMatch(/^There is no breakpoint at a\.toy:6\. Breakpoints:\n {2}a\.toy:3 if x > 5/);
  expect(end).toBe("The program exited with code 0.\nOutput:\n4");
  const sent = toy.received("setBreakpoints").at(-1)?.arguments;
  expect(sent).toMatchObject({ source: { path: `${toy.harness.workspace.cwd}/a.toy` }, lines: [3, 4, 2] });
});

test("a refused expression is answered with its own error, without the adapter's trace; a stale reference with what to do", async () => {
  await using toy = await toySession();
  const [, traced, stale] = await toy.ask(
    LAUNCH,
    { action: "evaluate", expression: "traced" },
    { action: "variables", variable_ref: 99_999 },
  );
  expect(traced).toBe("toy refused evaluate: NameError: name 'traced' is not defined");
  expect(stale).toMatch(/^toy refused variables: .+\. A reference holds until the program continues: take one from /);
});

test("breakpoints at functions, instructions, data and exceptions", async () => {
  await using toy = await toySession({ files: { "a.toy": "let x = 1\nadd x 1\nadd x 1\nthrow ball\n" } });
  const texts = await toy.ask(
    LAUNCH,
    { action: "set_breakpoint", function: "main", condition: "x == 1" },
    { action: "remove_breakpoint", function: "main" },
    { action: "set_instruction_breakpoint", instruction_reference: "0x1001", offset: 1 },
    { action: "continue" },
    { action: "remove_instruction_breakpoint", instruction_reference: "0x1001", offset: 1 },
    { action: "data_breakpoint_info", name: "y" },
    { action: "data_breakpoint_info", name: "x", variable_ref: 1 },
    { action: "set_data_breakpoint", data_id: "data:x", access_type: "write" },
    { action: "continue" },
    { action: "remove_data_breakpoint", data_id: "data:x" },
    { action: "continue" },
    { action: "custom_request", command: "exceptionInfo", arguments: { threadId: 1 } },
    { action: "set_breakpoint", exceptions: ["bogus"] },
    { action: "set_breakpoint", exceptions: ["caught"] },
    { action: "remove_breakpoint", exceptions: ["caught"] },
    { action: "continue" },
  );
  expect(texts.slice(1)).toEqual([
    "Breakpoint at main(): verified.\nAll breakpoints:\n  main() if x == 1 (verified)\n  exceptions: thrown",
    "Removed the breakpoint at main(). Breakpoints:\n  exceptions: thrown",
    "Breakpoint at 0x1001+1: verified.\nAll breakpoints:\n  instruction 0x1001+1 (verified)\n  exceptions: thrown",
    expect.stringMatching(/^Stopped: instruction breakpoint \(thread 1\)\n {2}at main \(a\.toy:2\)/),
    "Removed the breakpoint at 0x1001+1. Breakpoints:\n  exceptions: thrown",
    "No data breakpoint is possible on y: there is no y",
    "x of main\ndata_id: data:x\naccess_type: write",
    "Data breakpoint on data:x: verified.\nAll breakpoints:\n  data data:x on write (verified)\n  exceptions: thrown",
    expect.stringMatching(/^Stopped: x has changed \(thread 1\)\n {2}at main \(a\.toy:3\)/),
    "Removed the breakpoint at data:x. Breakpoints:\n  exceptions: thrown",
    expect.stringMatching(/^Stopped: Toy exception: ball \(thread 1\)\n {2}at main \(a\.toy:4\)/),
    '{\n  "exceptionId": "toy",\n  "breakMode": "always"\n}',
    "There is no kind of exceptions bogus. toy knows: thrown (Thrown), caught (Caught).",
    "Exceptions set.",
    "The program stops at no exceptions.",
    "The program exited with code 1.\nOutput:\nuncaught ball",
  ]);
});

test("R352: threads, stack, scopes, variables and evaluate use the thread and frame where the program stopped", async () => {
  await using toy = await toySession();
  const texts = await toy.ask(
    { action: "evaluate", expression: "x" },
    LAUNCH,
    { action: "step_over" },
    { action: "threads" },
    { action: "stack_trace" },
    { action: "stack_trace", levels: 1 },
    { action: "variables", scope_id: 1 },
    { action: "variables", variable_ref: 2, scope_id: 1 },
    { action: "evaluate", expression: "frame" },
    { action: "evaluate", expression: "frame", frame_id: 7, context: "watch" },
    { action: "evaluate", expression: "x" },
    { action: "evaluate", expression: "x", value: "40" },
    { action: "evaluate", expression: "nothing", value: "40" },
    { action: "evaluate", expression: "nothing" },
    { action: "evaluate", expression: "list" },
    { action: "variables", variable_ref: 3 },
    { action: "evaluate", expression: "long" },
    { action: "continue" },
  );
  expect(texts.slice(0, 1)).toEqual(["No active debug session. Launch or attach first."]);
  const list = (count: number) => Array.from({ length: count }, (_, index) => `[${index}] = ${index}`);
  expect(texts.slice(3)).toEqual([
    "1  main (stopped here)\n2  other",
    "#0 main (a.toy:2)  [frame_id 1002]  [instruction 0x1002]\n#1 _start (0x1)  [frame_id 1502]  [instruction 0x1]",
    "#0 main (a.toy:2)  [frame_id 1002]  [instruction 0x1002]\n… 1 more frames (levels)",
    "x: num = 1  [memory 0x2000]",
    "pc = 1",
    "1002 repl",
    "7 watch",
    "num = 1  [memory 0x2000]",
    "x = 40",
    "There is no variable nothing in this frame. A member is set by custom_request setVariable.",
    "toy refused evaluate: no variable nothing here",
    [
      "list = list of 1000  [variable_ref 3]",
      ...list(20).map((line) => `  ${line}`),
      "  … more  [variable_ref 3]",
    ].join("\n"),
    [...list(100), "… more  [variable_ref 3]"].join("\n"),
    `${"x".repeat(500)}… (100000 characters)`,
    "The program exited with code 4.\nOutput:\n42\ndone",
  ]);
});

test("memory, instructions, modules and sources", async () => {
  await using toy = await toySession();
  const texts = await toy.ask(
    LAUNCH,
    { action: "read_memory", memory_reference: "0x2000", count: 16 },
    {
      action: "write_memory",
      memory_reference: "0x2000",
      data: Buffer.from("J").toString("base64"),
      allow_partial: true,
    },
    { action: "read_memory", memory_reference: "0x2000", count: 18, offset: 0 },
    { action: "disassemble", instruction_reference: "0x1001", instruction_count: 2, instruction_offset: 1 },
    { action: "modules" },
    { action: "modules", start_module: 1, module_count: 1 },
    { action: "loaded_sources" },
  );
  expect(texts.slice(1)).toEqual([
    "0x2000  68 65 6c 6c 6f 2c 20 6d 65 6d 6f 72 79 21 00 01  hello, memory!..",
    "Wrote 1 bytes at 0x2000.",
    "0x2000  4a 65 6c 6c 6f 2c 20 6d 65 6d 6f 72 79 21 00 01  Jello, memory!..\n2 bytes after these cannot be read.",
    "0x1002 <main>  nop  ; a.toy:1\n0x1003  nop",
    "1  toy  1.0\n2  lib  /lib/lib.so  none",
    "2  lib  /lib/lib.so  none",
    "a.toy\ngenerated",
  ]);
});

test("R292: one live session; terminate ends it; there is none afterwards", async () => {
  await using toy = await toySession();
  const texts = await toy.ask(
    { action: "terminate" },
    { action: "output" },
    { action: "sessions" },
    LAUNCH,
    LAUNCH,
    { action: "attach", pid: 1, adapter: "toy" },
    { action: "terminate" },
    { action: "continue" },
    { action: "attach", pid: 1, adapter: "toy" },
    { action: "terminate" },
  );
  expect(texts).toEqual([
    "No debug session to terminate.",
    "No active debug session. Launch or attach first.",
    "There are no debug sessions.",
    expect.stringMatching(/^Launched/),
    "Debug session debug-1 is still active. Terminate it before launching another.",
    "Debug session debug-1 is still active. Terminate it before launching another.",
    "Terminated a.toy.",
    "No active debug session. Launch or attach first.",
    "Attached to process 1 with toy (session debug-2).\nStopped: entry (thread 1)\n  at main (/nowhere/attached.toy:1)  [frame_id 1001]",
    "Detached from process 1.",
  ]);
  expect(toy.received("disconnect").map(({ arguments: args }) => args)).toEqual([
    { terminateDebuggee: true },
    { terminateDebuggee: false },
  ]);
  // A process that was attached to is not ended.
  expect(toy.received("terminate")).toHaveLength(1);
});

test.each([
  ["launch", "program"],
  ["attach", "pid or port"],
  ["set_breakpoint", "file and line, or function, or exceptions"],
  ["remove_breakpoint", "file and line, or function, or exceptions"],
  ["set_instruction_breakpoint", "instruction_reference"],
  ["remove_instruction_breakpoint", "instruction_reference"],
  ["data_breakpoint_info", "name"],
  ["set_data_breakpoint", "data_id"],
  ["remove_data_breakpoint", "data_id"],
  ["evaluate", "expression"],
  ["variables", "variable_ref or scope_id"],
  ["disassemble", "instruction_count and a memory_reference or instruction_reference"],
  ["read_memory", "memory_reference and count"],
  ["write_memory", "memory_reference and data"],
  ["custom_request", "command"],
] as const)("R349: %s without its field says what it needs", async (action, needs) => {
  await using toy = await toySession();
  expect(await toy.ask({ action })).toEqual([`${action} needs ${needs}.`]);
  expect(toy.errors()).toEqual([true]);
  expect(toy.received()).toEqual([]);
});

test("R349: every other action needs a session only", async () => {
  const free = ["sessions", "terminate", "launch", "attach"];
  const bare = [
    "continue",
    "step_over",
    "step_in",
    "step_out",
    "pause",
    "stack_trace",
    "threads",
    "scopes",
    "modules",
    "loaded_sources",
    "output",
  ] as const;
  await using toy = await toySession();
  const texts = await toy.ask(...bare.map((action) => ({ action })));
  expect(texts).toEqual(bare.map(() => "No active debug session. Launch or attach first."));
  expect(ACTION_NAMES).toHaveLength(28);
  expect([...bare, ...free].every((name) => (ACTION_NAMES as readonly string[]).includes(name))).toBe(true);
});

test.each([
  [
    "supportsDisassembleRequest",
    { action: "disassemble", memory_reference: "1", instruction_count: 1 },
    "disassembling",
  ],
  ["supportsReadMemoryRequest", { action: "read_memory", memory_reference: "1", count: 1 }, "reading memory"],
  ["supportsWriteMemoryRequest", { action: "write_memory", memory_reference: "1", data: "aGk=" }, "writing memory"],
  ["supportsModulesRequest", { action: "modules" }, "listing modules"],
  ["supportsLoadedSourcesRequest", { action: "loaded_sources" }, "listing sources"],
  [
    "supportsInstructionBreakpoints",
    { action: "set_instruction_breakpoint", instruction_reference: "1" },
    "breakpoints at instructions",
  ],
  ["supportsDataBreakpoints", { action: "data_breakpoint_info", name: "x" }, "data breakpoints"],
  ["supportsFunctionBreakpoints", { action: "set_breakpoint", function: "main" }, "breakpoints at functions"],
  [
    "supportsConditionalBreakpoints",
    { action: "set_breakpoint", file: "a.toy", line: 1, condition: "x" },
    "conditions of breakpoints",
  ],
  [
    "supportsHitConditionalBreakpoints",
    { action: "set_breakpoint", file: "a.toy", line: 1, hit_condition: "1" },
    "hit counts of breakpoints",
  ],
  [
    "supportsLogPoints",
    { action: "set_breakpoint", file: "a.toy", line: 1, log_message: "x" },
    "log messages of breakpoints",
  ],
  ["supportsSetVariable", { action: "evaluate", expression: "x", value: "1" }, "assigning to variables"],
] as const)("R292: without %s the action is refused before it is sent", async (capability, call, what) => {
  await using toy = await toySession({ args: [`--lacks=${capability}`] });
  const [, text] = await toy.ask(LAUNCH, call);
  expect(text).toBe(`The debugger adapter toy does not support ${what}.`);
});
