import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { builtCli, createWorkspace, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";

/** Tau as a client sees it that is not ours. */
async function connected(era: "legacy" | { pin: string }, mode: string, settings: object = {}) {
  const workspace = await createWorkspace({ files: { "notes.txt": "Buy milk." } });
  const server = await startModelServer({
    script: [
      { toolCalls: [{ name: "write", arguments: { path: "done.txt", content: "done" } }] },
      { text: "I wrote it." },
    ],
  });
  await useScriptedModel(workspace, server, undefined, { settings: { ...settings } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [builtCli, "mcp", "serve", "--no-session", "--permission-mode", mode],
    cwd: workspace.cwd,
    env: workspace.env,
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  return {
    client,
    workspace,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.close();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

test("tau mcp serve offers Tau's tools and runs a task, with progress", async () => {
  await using run = await connected("legacy", "yolo");
  const { client, workspace } = run;
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["read", "bash", "edit", "write", "run_task"]));
  expect(names).not.toContain("tool_search");
  const read = await client.callTool({ name: "read", arguments: { path: "notes.txt" } });
  expect(JSON.stringify(read.content)).toContain("Buy milk.");
  const steps: unknown[] = [];
  const task = await client.callTool(
    { name: "run_task", arguments: { task: "Write done.txt" } },
    { onprogress: ({ message }) => void steps.push(message) },
  );
  expect(task).toMatchObject({ content: [{ text: "I wrote it." }] });
  expect(steps).toEqual(["write"]);
  expect(readFileSync(join(workspace.cwd, "done.txt"), "utf8")).toBe("done");
});

test("in the newer protocol, too; what the policy denies or would ask about is refused", async () => {
  await using run = await connected({ pin: "2026-07-28" }, "ask", { permissions: { deny: ["Read(notes.txt)"] } });
  const { client } = run;
  const denied = await client.callTool({ name: "read", arguments: { path: "notes.txt" } });
  expect(denied).toMatchObject({ isError: true });
  const asked = await client.callTool({ name: "bash", arguments: { command: "touch made" } });
  expect(asked).toMatchObject({ isError: true });
  const wrong = await client.callTool({ name: "read", arguments: {} }).catch((error: Error) => error.message);
  expect(JSON.stringify(wrong)).toMatch(/path/);
});
