import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  createWorkspace,
  fileHolds,
  type ModelReply,
  runCli,
  startCli,
  startModelServer,
  useScriptedModel,
} from "@tau/testkit";
import { expect, test } from "vitest";
import { ADAPTER, isRunning, PROGRAM } from "./toy.ts";

const call = (args: object): ModelReply => ({ toolCalls: [{ name: "debug", arguments: args as never }] });

async function toyWorkspace(script: ModelReply[], args: readonly string[] = []) {
  const server = await startModelServer({ script });
  const workspace = await createWorkspace({ files: { "a.toy": PROGRAM } });
  const log = join(workspace.cwd, "adapter-log");
  const toy = { command: process.execPath, args: [ADAPTER, `--log=${log}`, ...args], fileTypes: [".toy"] };
  await useScriptedModel(workspace, server, undefined, { settings: { sandbox: "off", debug: { adapters: { toy } } } });
  return {
    ...{ server, workspace, log },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

const pidsIn = (log: string) => [...log.matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid));

test("the built program debugs over TCP through its own relay, and leaves no process", async () => {
  const script = [call({ action: "launch", program: "a.toy" }), call({ action: "step_over" }), { text: "Done." }];
  await using place = await toyWorkspace(script, ["--listen={port}", "--fork"]);
  const { workspace, server, log } = place;
  const settings = JSON.parse(await readFile(join(workspace.tauHome, "settings.json"), "utf8"));
  settings.debug.adapters.toy.transport = "connect";
  await workspace.configure("settings.json", settings);
  const args = ["-p", "--permission-mode", "yolo", "--tools", "read,debug", "debug it"];
  expect(await runCli({ workspace, args })).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("Stopped: step (thread 1)");
  const pids = pidsIn(await readFile(log, "utf8"));
  expect(pids).toHaveLength(2);
  await expect.poll(() => pids.some(isRunning)).toBe(false);
});

test("a launch that may not run without a question is refused in a run that cannot ask", async () => {
  await using place = await toyWorkspace([call({ action: "launch", program: "a.toy" }), { text: "Done." }]);
  const { workspace, server, log } = place;
  const args = ["-p", "--permission-mode", "ask", "--tools", "read,debug", "debug it"];
  await runCli({ workspace, args });
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("It was not run: this run cannot ask the user");
  expect(existsSync(log)).toBe(false);
});

test("a program that was killed in the middle leaves neither adapter nor debuggee", async () => {
  const script = [
    call({ action: "launch", program: "a.toy" }),
    call({ action: "continue", timeout: 300 }),
    { text: "Done." },
  ];
  await using place = await toyWorkspace(script, ["--fork", "--hang=continue"]);
  const { workspace, log } = place;
  const args = ["-p", "--permission-mode", "yolo", "--tools", "read,debug", "debug it"];
  await using program = startCli({ workspace, args });
  await program.killWhen(fileHolds(log, /"command":"continue"/));
  const pids = pidsIn(await readFile(log, "utf8"));
  expect(pids).toHaveLength(2);
  await expect.poll(() => pids.some(isRunning), { timeout: 20_000 }).toBe(false);
});
