import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findRunners } from "../find-runners.ts";
import { packageManager } from "../runners/package-scripts.ts";

function folder(files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), "tau-recipe-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

async function tasksOf(files: Readonly<Record<string, string>>) {
  const runners = await findRunners(folder(files));
  return Object.fromEntries(runners.map(({ id, tasks }) => [id, tasks.map(({ name }) => name)]));
}

const JUSTFILE = `set shell := ["bash", "-c"]
version := "1"
alias b := build

# Builds
build target="all" *rest: clean
    echo {{target}}
@test:
    echo a:b
[private]
hidden:
    echo
_also_hidden:
clean: (build "x")
`;

const MAKEFILE = `CC := gcc
FLAGS = -O2
URL ?= http://x:80/
.PHONY: all test \\
  clean missing
all: main.o
test clean: all
\techo $(CC): x
main.o: main.c
%.o: %.c
\t$(CC) -c $<
`;

const TASKFILE = `version: "3"
vars:
  A: 1
tasks:
  default:
    cmds: [task: build]
  build:
    desc: "Builds: all"
    cmds:
      - |
        internal: no
        echo build
  'quoted:name':
    cmd: echo
  helper:
    internal: true
    cmds: [echo]
  "gen:*": echo
includes:
  docs: ./docs
`;

test("R330: just, scripts, cargo, make and Taskfile are found, each with its tasks, in this order", async () => {
  const files = {
    justfile: JUSTFILE,
    "package.json": '{ "scripts": { "lint": "x", "test:unit": "y" } }',
    "Cargo.toml": '[package]\nname = "tool"\n[[bin]]\nname = "extra"',
    "src/main.rs": "",
    "src/bin/second.rs": "",
    "examples/demo.rs": "",
    "examples/large/main.rs": "",
    "tests/all.rs": "",
    Makefile: MAKEFILE,
    "Taskfile.yml": TASKFILE,
  };
  const tasks = await tasksOf(files);
  expect(tasks).toEqual({
    just: ["build", "test", "clean"],
    pkg: ["lint", "test:unit"],
    cargo: ["bin/tool", "bin/extra", "bin/second", "example/demo", "example/large", "test/all"],
    make: ["all", "test", "clean"],
    task: ["default", "build", "quoted:name"],
  });
  expect(Object.keys(tasks)).toEqual(["just", "pkg", "cargo", "make", "task"]);
});

test("R334: without .PHONY every target is a task, patterns and special ones aside", async () => {
  const text = MAKEFILE.replace(/\.PHONY[^\n]*\n[^\n]*\n/, ".SUFFIXES:\n");
  expect(await tasksOf({ makefile: text })).toEqual({ make: ["all", "test", "clean", "main.o"] });
});

test("R330: workspaces of npm and pnpm, and members of cargo, bring tasks under their names and in their folders", async () => {
  const cwd = folder({
    "package.json": '{ "workspaces": ["packages/*", "!packages/old"], "scripts": { "test": "x" } }',
    "pnpm-workspace.yaml": "packages:\n  # apps\n  - 'apps/*'\ncatalog: {}\n",
    "packages/a/package.json": '{ "name": "@my/a", "scripts": { "test": "x" } }',
    "packages/old/package.json": '{ "name": "old", "scripts": { "test": "x" } }',
    "packages/a/node_modules/b/package.json": '{ "name": "b", "scripts": { "test": "x" } }',
    "apps/web/package.json": '{ "scripts": { "start": "x" } }',
    "Cargo.toml": '[workspace]\nmembers = ["crates/*"]',
    "crates/core/Cargo.toml": '[package]\nname = "core"',
    "crates/core/src/main.rs": "",
    "crates/core/tests/it.rs": "",
  });
  const [pkg, cargo] = await findRunners(cwd);
  expect(pkg?.tasks).toMatchObject([
    { name: "test" },
    { name: "apps/web/start", directory: "apps/web" },
    { name: "@my/a/test", directory: "packages/a" },
  ]);
  expect(cargo?.tasks).toMatchObject([
    { name: "core/bin/core", command: "cargo run -p core --bin core" },
    { name: "core/test/it", command: "cargo test -p core --test it" },
  ]);
});

test("R333: the first lockfile of bun, pnpm, yarn and npm decides; without one bun if it is installed, else npm", () => {
  const locks = ["bun.lock", "pnpm-lock.yaml", "yarn.lock", "package-lock.json"];
  const managers = locks.map((_, first) =>
    packageManager(folder(Object.fromEntries(locks.slice(first).map((name) => [name, ""]))), ""),
  );
  expect(managers).toEqual(["bun", "pnpm", "yarn", "npm"]);
  expect(packageManager(folder({ "bun.lockb": "", "yarn.lock": "" }), "")).toBe("bun");
  expect(packageManager(folder({}), folder({ bun: "" }))).toBe("bun");
  expect(packageManager(folder({}), "")).toBe("npm");
});

test("a file that cannot be read as what it is takes its runner's tasks away, and no others", async () => {
  const runners = await findRunners(folder({ "package.json": "{", Makefile: "all:\n", "Cargo.toml": "[package" }));
  expect(runners).toMatchObject([
    { id: "pkg", tasks: [], problem: expect.stringContaining("JSON") },
    { id: "cargo", tasks: [], problem: expect.any(String) },
    { id: "make", tasks: [{ name: "all" }] },
  ]);
  const odd = '{ "scripts": ["x"], "workspaces": { "packages": [1, null] } }';
  expect(await tasksOf({ "package.json": odd, "Taskfile.yml": "version: 3" })).toEqual({ pkg: [], task: [] });
  expect(await tasksOf({})).toEqual({});
});
