import { join } from "node:path";
import { createWorkspace, runCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";
import { catalogue, TOOLBOX, writeFiles } from "./sample-marketplace.ts";

test("R142 R143: tau plugin installs from a folder; skill, command, hook and server are then in effect", async () => {
  await using workspace = await createWorkspace();
  await using server = await startModelServer({
    script: [
      { toolCalls: [{ name: "bash", arguments: { command: "touch made" } }] },
      { text: "Blocked." },
      { text: "Greeted." },
    ],
  });
  await useScriptedModel(workspace, server);
  const shop = join(workspace.home, "shop");
  writeFiles(shop, { ".claude-plugin/marketplace.json": catalogue({ name: "toolbox", source: "./toolbox" }) });
  writeFiles(join(shop, "toolbox"), TOOLBOX);
  const run = async (...args: string[]) => await runCli({ workspace, args });

  expect(await run("plugin", "marketplace", "add", shop)).toMatchObject({ stdout: "Added shop with 1 plugin.\n" });
  const unsure = await run("plugin", "install", "toolbox");
  expect(unsure).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("Add --yes to agree") });
  expect(unsure.stdout).toContain("hook PreToolUse: sh");
  expect((await run("plugin", "install", "toolbox", "--yes")).stdout).toContain("Installed toolbox@shop  1.2.0");
  expect((await run("plugin", "list")).stdout).toMatch(/^toolbox@shop {2}1\.2\.0 \([0-9a-f]{12}\)\n$/);
  expect((await run("mcp", "list")).stdout).toMatch(/plugin_toolbox_files {2}node .*\/server\.mjs/);

  expect((await run("-p", "--no-mcp", "--permission-mode", "yolo", "Go")).stdout).toBe("Blocked.\n");
  const [first, second] = server.requests.map(({ body }) => JSON.stringify(body));
  expect(first).toContain("toolbox:knots");
  expect(second).toContain("not with this plugin");

  expect((await run("-p", "--no-mcp", "/toolbox:greet")).stdout).toBe("Greeted.\n");
  expect(JSON.stringify(server.requests[2]?.body)).toMatch(/Say hello from [^"]*plugins\/cache\/shop\/toolbox/);

  expect((await run("plugin", "disable", "toolbox")).stdout).toBe("toolbox@shop is off.\n");
  expect((await run("mcp", "list")).stdout).not.toContain("plugin_toolbox");
  expect((await run("plugin", "remove", "toolbox")).stdout).toBe("Removed toolbox@shop.\n");
  expect(await run("plugin", "remove", "toolbox")).toMatchObject({ exitCode: 3 });
});
