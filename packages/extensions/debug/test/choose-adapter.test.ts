import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createWorkspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { type AdapterSearch, adapterForAttach, adapterForLaunch } from "../adapters/choose-adapter.ts";
import { programKind } from "../adapters/program-kind.ts";
import { ADAPTERS } from "../adapters/table.ts";

const ELF = Buffer.from("7f454c4602010100", "hex");

interface Machine {
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** The programs on PATH, each with what it prints when it is run. */
  readonly installed?: Readonly<Record<string, string>>;
}

async function onMachine({ files = {}, installed = {} }: Machine) {
  const workspace = await createWorkspace();
  for (const [name, content] of Object.entries(files)) {
    const path = join(workspace.cwd, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const bin = join(workspace.tauHome, "bin");
  mkdirSync(bin, { recursive: true });
  for (const name of Object.keys(installed)) {
    writeFileSync(join(bin, name), "");
    chmodSync(join(bin, name), 0o755);
  }
  const search: AdapterSearch = {
    // The interpreter of the machine is not among the programs of the test.
    adapters: ADAPTERS.map((spec) => ({ ...spec, commands: spec.commands.filter((name) => !name.startsWith("/")) })),
    place: { cwd: workspace.cwd, isTrusted: true, path: bin },
    processes: {
      hasSandbox: async () => false,
      run: async (file) => ({
        ...{ ended: "exit", exitCode: 0, stderr: Buffer.alloc(0) },
        stdout: Buffer.from(installed[file.slice(bin.length + 1)] ?? ""),
      }),
    },
  };
  const choose = async (program: string, adapter?: string) => {
    const kind = await programKind(join(workspace.cwd, program));
    if (!kind) throw new Error(`there is no ${program}`);
    return (await adapterForLaunch(search, kind, adapter)).spec.name;
  };
  return { search, choose, [Symbol.asyncDispose]: async () => await workspace[Symbol.asyncDispose]() };
}

const PYTHON = { python3: "debugpy 1.8.0\n" };
const GDB = { gdb: "GNU gdb (Debian 15.1-1) 15.1\n" };

test("R350: a binary without extension is debugged by lldb-dap or gdb, a Python file by debugpy, and a named adapter wins", async () => {
  const files = { "app/main": ELF, "a.py": "", "b.c": "" };
  await using both = await onMachine({ files, installed: { ...PYTHON, ...GDB, "lldb-dap-19": "" } });
  expect(await both.choose("app/main")).toBe("lldb-dap");
  expect(await both.choose("a.py")).toBe("debugpy");
  expect(await both.choose("app/main", "gdb")).toBe("gdb");
  await using gdbAlone = await onMachine({ files, installed: { ...PYTHON, ...GDB } });
  expect(await gdbAlone.choose("app/main")).toBe("gdb");
});

test("the language of a program: its extension, its first line, root markers", async () => {
  const files = {
    "go.mod": "",
    "cmd/app/main.go": "",
    "cmd/app/app": ELF,
    tool: "#!/usr/bin/env -S python3.11 -u\n",
    run: "#!/usr/bin/ruby\n",
    "x.sh": "",
  };
  const installed = { ...PYTHON, dlv: "", "lldb-dap": "", rdbg: "", "bash-debug-adapter": "" };
  await using machine = await onMachine({ files, installed });
  expect(await machine.choose("cmd/app/main.go")).toBe("dlv");
  // A folder, and a binary of a Go project.
  expect(await machine.choose("cmd/app")).toBe("dlv");
  expect(await machine.choose("cmd/app/app")).toBe("dlv");
  expect(await machine.choose("tool")).toBe("debugpy");
  expect(await machine.choose("run")).toBe("rdbg");
  expect(await machine.choose("x.sh")).toBe("bash-debug-adapter");
});

test("an adapter that is too old or lacks its module counts as missing, and the answer says what to install", async () => {
  const files = { main: ELF, "a.py": "" };
  const installed = { python3: "", gdb: "GNU gdb (Debian 13.1-3) 13.1\n", dlv: "" };
  await using machine = await onMachine({ files, installed });
  await expect(machine.choose("main")).rejects.toThrow(
    /^No debugger adapter available to debug .*main: lldb-dap or gdb or codelldb is not installed\. To install lldb-dap: apt-get install lldb .* Installed adapters: dlv\.$/,
  );
  await expect(machine.choose("a.py")).rejects.toThrow(
    /debugpy is not installed or does not serve\. To install debugpy: pip install debugpy, or apt-get install python3-debugpy\./,
  );
  await expect(machine.choose("a.py", "bogus")).rejects.toThrow(
    /^There is no debugger adapter bogus\. Known adapters: /,
  );
});

test("attach: a port prefers debugpy, which need not be installed; a process a native debugger", async () => {
  await using machine = await onMachine({ installed: { "lldb-dap": "", dlv: "" } });
  const at = async (target: object, name?: string) =>
    (await adapterForAttach(machine.search, { host: "127.0.0.1", ...target }, name)).spec.name;
  expect(await at({ port: 5678 })).toBe("debugpy");
  expect(await at({ pid: 1 })).toBe("lldb-dap");
  expect(await at({ pid: 1 }, "dlv")).toBe("dlv");
  await expect(at({ pid: 1 }, "rdbg")).rejects.toThrow("rdbg cannot attach to a process.");
});

test("a project that is not trusted brings no debugger", async () => {
  await using machine = await onMachine({ files: { "a.py": "", ".venv/bin/python3": "" } });
  chmodSync(join(machine.search.place.cwd, ".venv/bin/python3"), 0o755);
  const kind = await programKind(join(machine.search.place.cwd, "a.py"));
  const run: AdapterSearch["processes"]["run"] = async () => ({
    ...{ ended: "exit", exitCode: 0, stderr: Buffer.alloc(0), stdout: Buffer.from("debugpy") },
  });
  const search = { ...machine.search, processes: { ...machine.search.processes, run } };
  if (!kind) throw new Error("there is no a.py");
  expect((await adapterForLaunch(search, kind, undefined)).program).toContain(".venv/bin/python3");
  const untrusted = { ...search, place: { ...search.place, isTrusted: false } };
  await expect(adapterForLaunch(untrusted, kind, undefined)).rejects.toThrow(/^No debugger adapter available/);
});

test("every adapter of the table says how to install it, and its name is unique", () => {
  expect(new Set(ADAPTERS.map(({ name }) => name)).size).toBe(ADAPTERS.length);
  for (const { install, commands, languages } of ADAPTERS) {
    expect(install).not.toBe("");
    expect(commands.length).toBeGreaterThan(0);
    expect(languages).not.toBe("");
  }
});
