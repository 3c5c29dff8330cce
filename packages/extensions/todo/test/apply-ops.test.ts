import { expect, test } from "vitest";
import { applyOps, type TodoOp } from "../apply-ops.ts";
import { listText } from "../list-text.ts";

const LIST = [
  { phase: "Build", items: ["parser", "printer"] },
  { phase: "Test", items: ["cases"] },
];

const after = (...ops: TodoOp[]) => {
  const { phases, problems } = applyOps([], [{ op: "init", list: LIST }, ...ops]);
  return [...problems, listText(phases)].join("\n").split("\n");
};

test("init makes the list and starts the first task", () => {
  expect(after()).toEqual(["Build:", "[>] parser (task-1)", "[ ] printer (task-2)", "Test:", "[ ] cases (task-3)"]);
});

test("what is done leads to the next; a task is named by text or id, in any case", () => {
  expect(after({ op: "done", task: "PARSER " })).toContain("[>] printer (task-2)");
  expect(after({ op: "done", task: "task-1" }, { op: "start", task: "cases" })).toEqual([
    "Build:",
    "[x] parser (task-1)",
    "[ ] printer (task-2)",
    "Test:",
    "[>] cases (task-3)",
  ]);
});

test("a phase, or all, can be done, dropped or removed; what is closed stays as it is", () => {
  expect(after({ op: "drop", phase: "build" })).toEqual([
    "Build:",
    "[-] parser (task-1)",
    "[-] printer (task-2)",
    "Test:",
    "[>] cases (task-3)",
  ]);
  expect(after({ op: "drop", task: "parser" }, { op: "done" })).toEqual([
    "Build:",
    "[-] parser (task-1)",
    "[x] printer (task-2)",
    "Test:",
    "[x] cases (task-3)",
    "All tasks are done.",
  ]);
  expect(after({ op: "rm", phase: "Test" })).toEqual(["Build:", "[>] parser (task-1)", "[ ] printer (task-2)"]);
  expect(after({ op: "rm" })).toEqual(["The list is empty."]);
});

test("append adds to a phase, makes one, or takes the last; ids are not used twice", () => {
  expect(after({ op: "append", phase: "Build", items: ["docs"] })).toContain("[ ] docs (task-4)");
  expect(after({ op: "append", phase: "Ship", items: ["tag"] }).slice(-2)).toEqual(["Ship:", "[ ] tag (task-4)"]);
  expect(after({ op: "rm", task: "parser" }, { op: "append", items: ["more"] }).at(-1)).toBe("[ ] more (task-4)");
  expect(listText(applyOps([], [{ op: "append", items: ["alone"] }]).phases)).toBe("Tasks:\n[>] alone (task-1)");
});

test("what cannot be done is told, and the rest counts", () => {
  expect(
    after(
      { op: "done", task: "nothing" },
      { op: "start" },
      { op: "rm", phase: "none" },
      { op: "append" },
      { op: "init" },
      { op: "done", task: "parser" },
    ),
  ).toEqual([
    'There is no task "nothing".',
    'There is no task "".',
    'There is no phase "none".',
    "append needs items.",
    "init needs list.",
    "Build:",
    "[x] parser (task-1)",
    "[>] printer (task-2)",
    "Test:",
    "[ ] cases (task-3)",
  ]);
});

test("a closed task that is named is opened by start and closed again", () => {
  expect(after({ op: "done" }, { op: "start", task: "parser" })[1]).toBe("[>] parser (task-1)");
  expect(after({ op: "done" }, { op: "drop", task: "parser" })[1]).toBe("[-] parser (task-1)");
});
