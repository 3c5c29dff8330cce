import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createWorkspace, runCli, type Workspace } from "@tau/testkit";
import { expect, test } from "vitest";

const SERVER = fileURLToPath(new URL("./servers/stdio-server.mjs", import.meta.url));

async function mcp(workspace: Workspace, ...args: readonly string[]) {
  const { exitCode: code, stdout, stderr } = await runCli({ workspace, args: ["mcp", ...args] });
  return { code, said: `${stdout}${stderr}` };
}

test("servers are added, listed, tested and removed in the shell; the file is the user's alone", async () => {
  await using workspace = await createWorkspace();
  expect((await mcp(workspace, "list")).said).toContain("No MCP servers");
  expect(
    await mcp(workspace, "add", "--env", "KEY=secret", "one", "--", process.execPath, SERVER, "rich"),
  ).toMatchObject({
    code: 0,
  });
  expect((await mcp(workspace, "add", "--header", "X-Key: abc", "web", "http://127.0.0.1:1/mcp")).code).toBe(0);
  const path = join(workspace.tauHome, "mcp.json");
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
    mcpServers: {
      one: { type: "stdio", command: process.execPath, args: [SERVER, "rich"], env: { KEY: "secret" } },
      web: { type: "http", url: "http://127.0.0.1:1/mcp", headers: { "X-Key": "abc" } },
    },
  });
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(await mcp(workspace, "test", "one")).toMatchObject({ code: 0, said: "one: rich, large, structured, fails\n" });
  const failed = await mcp(workspace, "test");
  expect(failed.code).toBe(1);
  expect(failed.said).toContain("The MCP server web cannot be reached");
  await mcp(workspace, "add", "gone", "--", "/no/such/program");
  expect((await mcp(workspace, "test", "gone")).said).toContain("there is no program /no/such/program");
  await mcp(workspace, "remove", "gone");
  const { said } = await mcp(workspace, "list");
  expect(said).toContain("(4 tools;");
  expect(said).not.toContain("secret");
  expect((await mcp(workspace, "remove", "web")).code).toBe(0);
  expect(await mcp(workspace, "remove", "web")).toMatchObject({
    code: 3,
    said: expect.stringContaining("no server web"),
  });
});

test("bad input is told of", async () => {
  await using workspace = await createWorkspace();
  expect((await mcp(workspace, "add", "../x", "--", "true")).said).toContain("is no name for a server");
  expect((await mcp(workspace, "add-json", "x", "{}")).said).toContain('needs a "command" or a "url"');
  expect((await mcp(workspace, "frobnicate")).said).toContain("There are: add, add-json");
});
