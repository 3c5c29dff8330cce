import { expect, test } from "vitest";
import { manifest } from "../../../extensions/recipe/manifest.ts";
import { runCalls } from "./run-calls.ts";

const run = (files: Readonly<Record<string, string>>, ...ops: readonly string[]) =>
  runCalls(
    manifest,
    ops.map((op) => ["recipe", { op }]),
    { files },
  );

const MAKEFILE = ".PHONY: test greet\ntest:\n\t@echo made\ngreet:\n\t@echo $(MAKECMDGOALS)\n";
const SCRIPTS = { test: "node -e 'console.log(process.argv.slice(1).join())' --", fail: "exit 3" };

test("R281, R331: a script runs with the rest appended, and a task of a workspace in its folder", async () => {
  const inner = JSON.stringify({ name: "inner", scripts: { where: "node -p 'process.cwd()'" } });
  const root = JSON.stringify({ workspaces: ["packages/*"], scripts: SCRIPTS });
  const files = { "package.json": root, "package-lock.json": "{}", "packages/in ner/package.json": inner };
  const [test, where, failed] = await run(files, "pkg:test --watch 'a b'", "inner/where", "fail");
  expect(test).toMatchObject({ isError: false, text: expect.stringContaining("--watch,a b") });
  expect(test?.details).toEqual({ runner: "pkg", task: "test", command: "npm run test -- --watch 'a b'" });
  expect(where).toMatchObject({ isError: false, text: expect.stringMatching(/packages\/in ner$/m) });
  expect(failed).toMatchObject({ isError: true, text: expect.stringContaining("npm run fail") });
});

test("R281, R332: a name of two runners is refused with the explicit forms, which run", async () => {
  const files = { "package.json": JSON.stringify({ scripts: SCRIPTS }), Makefile: MAKEFILE };
  const [both, explicit, unknown, none] = await run(files, "test", "make:greet test", "deploy now", "");
  expect(both).toMatchObject({ isError: true });
  expect(both?.text).toContain('Several runners have the task "test". Use pkg:test or make:test.');
  expect(explicit).toMatchObject({ isError: false, text: expect.stringContaining("greet test") });
  expect(unknown).toMatchObject({ isError: true, text: expect.stringContaining('There is no task "deploy".') });
  const list = "Tasks by runner:\npkg: test, fail\nmake: test, greet";
  expect(unknown?.text).toContain(list);
  expect(none).toMatchObject({ isError: false, text: list });
});

test("R332: a runner lists twenty tasks and counts the others; without a runner the files are named", async () => {
  const scripts = Object.fromEntries(Array.from({ length: 23 }, (_, index) => [`s${index}`, "x"]));
  const [many] = await run({ "package.json": JSON.stringify({ scripts }) }, "");
  expect(many?.text).toMatch(/^pkg: s0, .*, s19, and 3 more$/m);
  const [nothing] = await run({}, "");
  expect(nothing).toMatchObject({ isError: true, text: expect.stringContaining("No justfile, package.json") });
});
