import { expect, test } from "vitest";
import { commandLine, effectsOf } from "../effects.ts";
import { debug } from "../tool.ts";

const CONFINED = { command: "./app", isConfined: true };
const FREE = { command: "./app", isConfined: false };

test("a launch is judged as the command that it runs, and an attach always asks", () => {
  const launch = { action: "launch", program: "./my app", args: ["--x", "it's", "$HOME"] } as const;
  expect(effectsOf(launch)).toEqual({
    effect: "execute",
    command: `'./my app' --x 'it'\\''s' '$HOME'`,
    isConfined: true,
  });
  expect(debug.describe(launch)).toEqual(effectsOf(launch));
  expect(effectsOf({ action: "attach", pid: 1 })).toEqual({ effect: "execute" });
  expect(commandLine({ program: "a.py" })).toBe("a.py");
  // Not the program that the shell would find under this name.
  expect(effectsOf({ action: "launch", program: "ls" })).toMatchObject({ command: "./ls" });
  // The adapter's own arguments may name another program.
  expect(effectsOf({ ...launch, arguments: { program: "/bin/sh" } })).toEqual({ effect: "execute", isConfined: true });
});

test.each(["evaluate", "write_memory", "custom_request"] as const)(
  "%s counts as the permitted command in the sandbox, and asks outside of it",
  (action) => {
    expect(effectsOf({ action }, CONFINED)).toEqual({ effect: "execute", command: "./app", isConfined: true });
    expect(effectsOf({ action }, FREE)).toEqual({ effect: "execute" });
    // Without a program it can only fail.
    expect(effectsOf({ action })).toEqual({ effect: "read", paths: [] });
  },
);

test.each(["condition", "hit_condition", "log_message"] as const)("a breakpoint with a %s runs code", (field) => {
  expect(effectsOf({ action: "set_breakpoint", file: "a.py", line: 1, [field]: "x" }, FREE)).toEqual({
    effect: "execute",
  });
});

test("looking, stepping and plain breakpoints need no permission of their own", () => {
  for (const action of ["continue", "step_in", "pause", "stack_trace", "read_memory", "terminate", "sessions"] as const)
    expect(effectsOf({ action }, FREE)).toEqual({ effect: "read", paths: [] });
  expect(effectsOf({ action: "set_breakpoint", file: "a.py", line: 1 }, FREE)).toEqual({
    effect: "read",
    paths: ["a.py"],
  });
});
