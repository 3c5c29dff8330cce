import { existsSync } from "node:fs";
import { createWorkspace, runCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";

const input = `*** Cell js
let n = 20
*** Cell js
const text = await tool.read({ path: "a.txt" })
const refused = await tool.bash({ command: "touch made" }).catch((error) => error.message)
console.log(text.includes("alpha"), refused)
n + 1`;

async function run(mode: string) {
  const workspace = await createWorkspace({ files: { "a.txt": "alpha" } });
  const server = await startModelServer({
    script: [
      { toolCalls: [{ name: "tool_search", arguments: { query: "run Python or JavaScript cells" } }] },
      { toolCalls: [{ name: "eval", arguments: { input } }] },
      { text: "done" },
    ],
  });
  await useScriptedModel(workspace, server);
  const outcome = await runCli({ workspace, args: ["--permission-mode", mode, "-p", "go"] });
  const offered = server.requests.map(({ tools }) => tools.some(({ name }) => name === "eval"));
  const last = JSON.stringify(server.requests.at(-1)?.body);
  const made = existsSync(workspace.path("made"));
  await server[Symbol.asyncDispose]();
  await workspace[Symbol.asyncDispose]();
  return { ...outcome, offered, last, made };
}

test("the built program runs cells of a model that has found the tool", async () => {
  const { exitCode, stdout, offered, last, made } = await run("yolo");
  expect({ exitCode, stdout, offered }).toEqual({ exitCode: 0, stdout: "done\n", offered: [false, true, true] });
  expect(last).toContain("[2/2]\\ntrue");
  expect(last).toContain("\\n21");
  expect(made).toBe(true);
}, 60_000);

test("in plan mode no cell runs", async () => {
  const { exitCode, last, made } = await run("plan");
  expect(exitCode).toBe(0);
  expect(last).toContain("eval runs a program.");
  expect(made).toBe(false);
}, 60_000);
