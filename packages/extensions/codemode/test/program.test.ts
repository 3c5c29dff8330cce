import { existsSync } from "node:fs";
import { createWorkspace, runCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";

test("the program runs scripts of a model that has found the tool; what would be asked is refused call by call", async () => {
  const code = `const outcomes = await Promise.allSettled([tools.read({ path: "a.txt" }), tools.bash({ command: "touch made" })]);
    return outcomes.map(({ value, reason }) => value ?? reason.message)`;
  await using workspace = await createWorkspace({ files: { "a.txt": "alpha" } });
  await using server = await startModelServer({
    script: [
      { toolCalls: [{ name: "tool_search", arguments: { query: "run a script" } }] },
      { toolCalls: [{ name: "codemode", arguments: { code } }] },
      { text: "done" },
    ],
  });
  await useScriptedModel(workspace, server);
  const run = await runCli({ workspace, args: ["--permission-mode", "ask", "-p", "go"] });
  expect(run).toMatchObject({ exitCode: 0, stdout: "done\n" });
  const offered = server.requests.map(({ tools }) => tools.some(({ name }) => name === "codemode"));
  expect(offered).toEqual([false, true, true]);
  const last = JSON.stringify(server.requests.at(-1)?.body);
  expect(last).toContain("Script completed");
  expect(last).toContain("2 calls, 1 failed");
  expect(last).toContain("alpha");
  expect(existsSync(workspace.path("made"))).toBe(false);
});
