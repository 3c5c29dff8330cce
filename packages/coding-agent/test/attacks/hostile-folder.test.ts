import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { builtCli, type ProgramExit, runCli, startCliInPty, startProgram } from "@tau/testkit";
import { describe, expect, test } from "vitest";
import { openWorkspace } from "../../src/core/workspace/workspace.ts";
import { leave } from "../e2e/interactive/open-tau.ts";
import { type ScriptedSetup, withScriptedModel } from "../e2e/scripted-model.ts";
import { RpcProcess } from "../modes/rpc/rpc-process.ts";
import { type HostileContent, makeHostile, SECRET } from "./hostile-folder.ts";

const CONTENTS: readonly HostileContent[] = ["programs", "pipes", "devices", "links to a secret"];

const command =
  (...args: string[]) =>
  async ({ workspace }: ScriptedSetup): Promise<Partial<ProgramExit>> =>
    await runCli({ workspace, args });

/** Every way to open a folder. Each gives what came out of it. */
const WAYS: Record<string, (setup: ScriptedSetup) => Promise<Partial<ProgramExit>>> = {
  "print mode": command("-p", "hi"),
  "json mode": command("--mode", "json", "hi"),
  "rpc mode": async (setup) => {
    await using rpc = new RpcProcess(setup);
    await rpc.data("prompt", { message: "hi" });
    await rpc.find((line) => line.type === "agent_end");
    return { exitCode: 0, stdout: rpc.program.stdout, stderr: rpc.program.stderr };
  },
  "the screen": async ({ workspace }) => {
    await using tau = startCliInPty({ workspace, columns: 100, rows: 30, args: ["hi"] });
    await tau.waitForText("Do you trust this folder?");
    tau.press("escape");
    await tau.waitForText("An answer.");
    tau.send("!echo turn-$((1+1))\r");
    await tau.waitForText("turn-2");
    const stdout = tau.terminal.text();
    return { exitCode: await leave(tau), stdout, stderr: "" };
  },
  "the SDK": async ({ workspace }) => {
    const services = await openWorkspace({ cwd: workspace.cwd, agentDir: workspace.tauHome });
    const { resources } = services;
    const found = [resources.getAgentsFiles(), resources.getSkills(), resources.getExtensionPaths()];
    return { exitCode: 0, stdout: JSON.stringify(found), stderr: "" };
  },
  "tau doctor": command("doctor"),
  "tau sessions list": command("sessions", "list"),
  "tau config": command("config"),
  "tau list": command("list"),
  "tau update --extensions": command("update", "--extensions"),
  "tau --list-models": command("--list-models"),
};

describe.for(CONTENTS)("a hostile folder with %s, opened without trust", (content) => {
  test.for(Object.entries(WAYS))("%s: nothing runs, hangs or leaks", { timeout: 30_000 }, async ([, open]) => {
    await using setup = await withScriptedModel(() => ({ text: "An answer." }));
    const { canary } = makeHostile(setup.workspace, content);
    const { stdout = "", stderr = "" } = await open(setup);
    const sent = JSON.stringify(setup.server.requests.map(({ body }) => body));
    expect(existsSync(canary)).toBe(false);
    expect(`${stdout}${stderr}${sent}`).not.toContain(SECRET);
    // A refusal is a sentence on one line, not the trace of an error.
    expect(stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
    for (const line of stderr.split("\n").filter(Boolean)) expect(line).toMatch(/^(?:tau: .+|[A-Z][^\x1b]+\.)$/);
  });
});

describe("a folder by a stranger that is trusted all the same", () => {
  test.for(["pipes", "devices"] as const)(
    "%s in place of its files stop nothing",
    { timeout: 30_000 },
    async (content) => {
      await using setup = await withScriptedModel(() => ({ text: "An answer." }));
      makeHostile(setup.workspace, content);
      const exit = await runCli({ workspace: setup.workspace, args: ["--approve", "-p", "hi"] });
      expect(exit).toMatchObject({ exitCode: 0, stdout: "An answer.\n" });
      expect(exit.stderr).toContain("no ordinary file");
      for (const line of exit.stderr.split("\n").filter(Boolean)) expect(line).toMatch(/^tau: .+/);
    },
  );
});

const FOLDERS: Record<string, string> = {
  "a path of 4,000 bytes": Array.from({ length: 19 }, (_, index) => `${index}`.padStart(200, "d")).join("/"),
  "a name with sequences for the terminal": "\x1b]0;owned\x07\x1b[31m\x1b]52;c;b3duZWQ=\x07",
  "a name with line breaks": "a\ntau: everything is fine\r\nb",
  "a name that looks like an option": "--approve",
};

describe("a folder whose name is hostile", () => {
  test.for(Object.entries(FOLDERS))("%s: print mode answers, and writes none of it raw", async ([, name]) => {
    await using setup = await withScriptedModel(() => ({ text: "An answer." }));
    const { workspace, server } = setup;
    const cwd = join(workspace.cwd, name);
    mkdirSync(join(cwd, ".tau/extensions"), { recursive: true });
    const run = (...args: string[]) =>
      startProgram({ command: process.execPath, args: [builtCli, ...args], cwd, env: workspace.env, stdin: "" }).exited;
    const exit = await run("-p", "hi");
    expect(exit).toMatchObject({ exitCode: 0, stdout: "An answer.\n" });
    expect(exit.stderr).not.toMatch(/\x1b|everything is fine/);
    expect(server.requests).toHaveLength(1);
  });
});
