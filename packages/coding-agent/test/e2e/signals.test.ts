import { execFile } from "node:child_process";
import { constants, open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { startCli, waitUntil } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends the run, its children too, and leaves a session that opens", async (signal, code) => {
  const marker = `tau-signal-test-${process.pid}-${signal}`;
  await using setup = await withScriptedModel([
    { toolCalls: [{ name: "bash", arguments: { command: `echo started > marker; exec sleep 300 # ${marker}` } }] },
    { text: "never" },
  ]);
  const { workspace } = setup;
  const program = startCli({ workspace, args: ["-p", "sleep"] });
  await waitUntil(async () => (await workspace.list()).includes("marker") || undefined, {
    describe: () => "The command never started.",
  });
  await program.kill(signal);
  expect((await program.exited).exitCode).toBe(code);
  await waitUntil(async () => !(await runningCommands()).some((command) => command.includes(marker)) || undefined, {
    describe: () => "The command outlived Tau.",
  });

  const again = startCli({ workspace, args: ["-c", "--mode", "json", "go on"] });
  const { stdout } = await again.exited;
  expect(stdout).toContain('"type":"session"');
});

test("a terminal that is closed says so twice: what ran is ended and written down all the same", async () => {
  await using setup = await withScriptedModel([
    { toolCalls: [{ name: "bash", arguments: { command: "echo so far; touch marker; sleep 300" } }] },
    { text: "never" },
  ]);
  const { workspace } = setup;
  const program = startCli({ workspace, args: ["-p", "sleep"] });
  await waitUntil(async () => (await workspace.list()).includes("marker") || undefined, {
    describe: () => "The command never started.",
  });
  const closed = [program.kill("SIGHUP"), program.kill("SIGHUP")];
  expect((await program.exited).exitCode).toBe(129);
  await Promise.all(closed);
  const folder = join(workspace.tauHome, "sessions");
  const [log = ""] = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".jsonl"));
  expect(await readFile(join(folder, log), "utf8")).toMatch(/so far\\n.*aborted/);
});

test.each([
  ["--output-schema", ["--output-schema", "pipe", "-p", "go"]],
  ["@file", ["-p", "@pipe", "go"]],
  ["--system-prompt", ["--system-prompt", "pipe", "-p", "go"]],
  ["--append-system-prompt", ["--append-system-prompt", "pipe", "-p", "go"]],
])("a signal ends a program that waits for a pipe named by %s", async (_name, args) => {
  await using setup = await withScriptedModel({ text: "never" });
  const { workspace } = setup;
  const pipe = join(workspace.cwd, "pipe");
  await promisify(execFile)("mkfifo", [pipe]);
  const program = startCli({ workspace, args });
  // It opens for a writer once somebody reads.
  const writer = await waitUntil(
    async () => await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined),
    { describe: () => "Nobody read the pipe." },
  );
  expect(await program.kill("SIGTERM")).toMatchObject({ signal: "SIGTERM", stdout: "" });
  await writer.close();
});

async function runningCommands(): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const read = (pid: string) => readFile(join("/proc", pid, "cmdline"), "utf8").catch(() => "");
  return await Promise.all(pids.map(read));
}
