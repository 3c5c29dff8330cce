import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli, startCli, type Workspace, waitUntil } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

test("kill -9 in the middle of a batch: what was shown is in the log, and no call is run twice", async () => {
  await using setup = await withScriptedModel([
    {
      toolCalls: [
        { id: "quick", name: "bash", arguments: { command: "echo quick >> runs; echo quick done" } },
        { id: "slow", name: "bash", arguments: { command: "echo slow >> runs; sleep 300" } },
      ],
    },
    { text: "I see." },
  ]);
  const { workspace, server } = setup;
  const program = startCli({ workspace, args: ["--mode", "json", "go"] });
  await program.waitForOutput(/"tool_execution_end","toolCallId":"quick"/);
  await waitUntil(async () => ((await workspace.read("runs")).split("\n").length > 2 ? true : undefined), {
    describe: () => "The slow command never started.",
  });
  await program.kill("SIGKILL");
  await program.exited;
  expect(await sessionText(workspace)).toContain("quick done");

  expect((await runCli({ workspace, args: ["-c", "-p", "what happened?"] })).stdout).toBe("I see.\n");
  const request = JSON.stringify(server.requests[1]?.body);
  expect(request).toContain("quick done");
  expect(request).toContain("The program ended while this call was running");
  expect((await workspace.read("runs")).trim().split("\n").sort()).toEqual(["quick", "slow"]);
});

test("kill -9 before the first answer keeps the prompt", async () => {
  await using setup = await withScriptedModel([{ failure: "silence" }, { text: "here" }]);
  const { workspace, server } = setup;
  const program = startCli({ workspace, args: ["-p", "remember me"] });
  await server.waitForRequest();
  await program.kill("SIGKILL");
  await program.exited;
  expect((await runCli({ workspace, args: ["-c", "-p", "and me"] })).stdout).toBe("here\n");
  expect(JSON.stringify(server.requests[1]?.body)).toMatch(/remember me.*and me/);
});

async function sessionText(workspace: Workspace): Promise<string> {
  const root = join(workspace.tauHome, "sessions");
  const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".jsonl"));
  return (await Promise.all(files.map((name) => readFile(join(root, name), "utf8")))).join("");
}
