import { createWorkspace, runCli, startCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";
import { rule } from "./rule-project.ts";

const files = {
  ".tau/rules/always.md": rule({ alwaysApply: true }, "ALWAYS HOLDS"),
  ".tau/rules/watch.md": rule({ condition: ["forbidden"] }, "NOT THAT"),
};

test("rules of a project are read only after trust; print and JSON mode follow them", async () => {
  await using workspace = await createWorkspace({ files });
  const bad = { text: "forbidden" };
  await using server = await startModelServer({
    script: [bad, bad, { text: "Better." }, { text: "JSON forbidden" }, { text: "Better." }],
  });
  await useScriptedModel(workspace, server);
  const run = async (...args: string[]) => await runCli({ workspace, args });
  const untrusted = await run("-p", "Go");
  expect(untrusted).toMatchObject({ exitCode: 0, stdout: "forbidden\n" });
  expect(JSON.stringify(server.requests[0]?.body)).not.toContain("ALWAYS HOLDS");
  expect(await run("--approve", "-p", "Go")).toMatchObject({ exitCode: 0, stdout: "Better.\n" });
  expect(JSON.stringify(server.requests[1]?.body)).toContain("ALWAYS HOLDS");
  expect(JSON.stringify(server.requests[2]?.body)).toContain("NOT THAT");
  const { stdout } = await run("--approve", "--mode", "json", "Go");
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events).toContainEqual(
    expect.objectContaining({
      type: "extension_event",
      name: "rule_injected",
      data: expect.objectContaining({ rule: "watch" }),
    }),
  );
});

test("RPC clients are told, and the run goes on", async () => {
  await using workspace = await createWorkspace({ files });
  await using server = await startModelServer({ script: [{ text: "forbidden" }, { text: "Better." }] });
  await useScriptedModel(workspace, server);
  await using tau = startCli({ workspace, args: ["--approve", "--mode", "rpc"], stdin: "open" });
  tau.write(`${JSON.stringify({ type: "prompt", message: "Go" })}\n`);
  await tau.waitForOutput("rule_injected");
  await tau.waitForOutput("Better.");
});

test("without rules, no code of the battery is loaded", async () => {
  await using workspace = await createWorkspace({ files: { "a.txt": "" } });
  await using server = await startModelServer({ script: [{ text: "Done." }] });
  await useScriptedModel(workspace, server);
  const { stderr, stdout } = await runCli({ workspace, args: ["-p", "Go"], env: { NODE_DEBUG: "esm" } });
  expect(stdout).toBe("Done.\n");
  expect(stderr).not.toMatch(/rules-\w+\.js/);
});
