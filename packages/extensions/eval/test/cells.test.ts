import fc from "fast-check";
import { expect, test } from "vitest";
import { type Backends, chooseLanguage, sniff } from "../cells/choose-language.ts";
import { parseCells } from "../cells/parse-cells.ts";
import { kernelEnvironment } from "../kernel/environment.ts";
import { evalSettings } from "../settings.ts";

test("R252: bare code and one fenced block are one cell", () => {
  expect(parseCells("\n\nx = 1\nx\n").cells).toEqual([{ code: "x = 1\nx" }]);
  expect(parseCells("```python\nx = 1\n```").cells).toEqual([{ code: "x = 1", language: "py" }]);
  expect(parseCells("```\nx\n```\n*** End").cells).toEqual([{ code: "x" }]);
  expect(parseCells("  \n").cells).toEqual([]);
});

test.each([
  ['*** Cell py:"load it" t:60 rst', { language: "py", title: "load it", timeoutMs: 60_000, reset: true }],
  ["** cell js:'a b'", { language: "js", title: "a b" }],
  ["***Cell ts", { language: "js", isTypeScript: true }],
  ["*** Cell python timeout:500ms", { language: "py", timeoutMs: 500 }],
  ["*** Cell ipython duration:2m reset", { language: "py", timeoutMs: 120_000, reset: true }],
  ['***** CELL id:"one" 90s', { title: "one", timeoutMs: 90_000 }],
  ["*** Cell label:x file:y.py rst:no", { title: "x y.py" }],
  ["*** Cell js read the data", { language: "js", title: "read the data" }],
  ["*** Cell 3", { title: "3" }],
  ["*** Cell", {}],
])("R252: the header %s", (header, expected) => {
  expect(parseCells(`${header}\ncode`).cells).toEqual([{ ...expected, code: "code" }]);
});

test("R252: cells end at the next header or at End; stray lines belong to the cell before", () => {
  const { cells, isAborted } = parseCells("*** Cell py\na\n*** End of it\nstray\n*** Cell js\nb\n");
  expect(cells).toEqual([
    { code: "a\nstray", language: "py" },
    { code: "b", language: "js" },
  ]);
  expect(isAborted).toBe(false);
});

test("R252: Abort drops the open cell and keeps those that were closed", () => {
  const program = parseCells("*** Cell py\na\n*** End\n*** Cell py\nb\n*** Cell py\nc\n*** Abort\nd");
  expect(program).toEqual({ cells: [{ code: "a", language: "py" }], isAborted: true });
});

test("R252: a bad time limit or reset is refused", () => {
  expect(() => parseCells("*** Cell py t:soon\n1")).toThrow("t:soon is no duration");
  expect(() => parseCells("*** Cell py rst:perhaps\n1")).toThrow("rst:perhaps is neither true nor false");
});

test("a program of any text is read without an error other than that of a header", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { cells } = parseCells(`*** Cell py\n${text.replaceAll("*", "")}`);
      return cells.length <= 1;
    }),
  );
});

const both: Backends = { py: true, js: true, reasons: {} };
const noPython: Backends = { py: false, js: true, reasons: { py: "There is no python3." } };

test("R253: the language is inherited, guessed, or Python", () => {
  expect(chooseLanguage({ code: "x" }, "js", both)).toEqual({ language: "js" });
  expect(chooseLanguage({ code: "const a = 1" }, undefined, both)).toEqual({ language: "js" });
  expect(chooseLanguage({ code: "1 + 1" }, undefined, both)).toEqual({ language: "py" });
  expect(chooseLanguage({ code: "x", language: "js" }, "py", both)).toEqual({ language: "js" });
});

test.each([
  ["#!/usr/bin/env node\n1", "js"],
  ["#!/usr/bin/python3\n1", "py"],
  ["import os\nos.getcwd()", "py"],
  ['import fs from "node:fs"', "js"],
  ["from a import b", "py"],
  ["for x in y:\n  print(x)", "py"],
  ["[1, 2].map((x) => x * 2)", "js"],
  ["%pip list", "py"],
  ["1 + 1", undefined],
])("R253: %s is taken for %s", (code, language) => {
  expect(sniff(code)).toBe(language);
});

test("R253, R266, P-OMP-33: without Python a cell runs as JavaScript with a notice; without both the call fails", () => {
  expect(chooseLanguage({ code: "1" }, undefined, noPython)).toEqual({
    language: "js",
    notice: "The cell ran as JavaScript: There is no python3.",
  });
  expect(() => chooseLanguage({ code: "1", language: "py" }, undefined, noPython)).toThrow(
    "Python cells cannot run: There is no python3.",
  );
  const none = { py: false, js: false, reasons: { py: "No Python.", js: "Off." } };
  expect(() => chooseLanguage({ code: "1" }, undefined, none)).toThrow("No kernel can run. No Python. Off.");
});

test.each([
  ["0", false, true],
  ["bash", false, true],
  ["1", true, false],
  ["py", true, false],
  ["mix", true, true],
  ["both", true, true],
  ["nonsense", true, false],
])("R266: PI_PY=%s", (value, py, js) => {
  expect(evalSettings({ eval: { js: false } }, { PI_PY: value })).toMatchObject({ py, js });
});

test("R261: keys are removed from the environment; PI_, LC_ and XDG_ stay", () => {
  const own = {
    ...{ PATH: "/bin", OPENAI_API_KEY: "k", AWS_SECRET_ACCESS_KEY: "k", GITHUB_TOKEN: "k", RANDOM: "x" },
    ...{ PI_X: "1", LC_ALL: "C", XDG_CACHE_HOME: "/c", PI_API_KEY: "k", SSH_AUTH_SOCK: "/s", XDG_RUNTIME_DIR: "/r" },
  };
  const changes = kernelEnvironment(own, {});
  const after = Object.fromEntries(Object.entries({ ...own, ...changes }).filter(([, value]) => value !== undefined));
  expect(after).toEqual({
    ...{ PATH: "/bin", PI_X: "1", LC_ALL: "C", XDG_CACHE_HOME: "/c" },
    ...{ TERM: "dumb", NO_COLOR: "1", PYTHONUNBUFFERED: "1", PYTHONIOENCODING: "utf-8" },
  });
});
