import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createWorkspace, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";

test("files are there, and everything is gone afterwards", async () => {
  let root: string;
  {
    await using workspace = await createWorkspace({ files: { "a.txt": "A", "deep/b.txt": "B" } });
    root = workspace.path("..");
    await workspace.write("deep/c.bin", new Uint8Array([1, 2]));
    expect(await workspace.list()).toEqual(["a.txt", "deep/b.txt", "deep/c.bin"]);
    expect(await workspace.read("deep/b.txt")).toBe("B");
    expect(existsSync(root)).toBe(true);
  }
  expect(existsSync(root)).toBe(false);
});

test("a repository starts with one commit of the files", async () => {
  await using workspace = await createWorkspace({ files: { "a.txt": "A" }, git: true });
  expect(await workspace.git("log", "--format=%s %an")).toBe("Start Test\n");
  expect(await workspace.git("ls-files")).toBe("a.txt\n");
  expect(await workspace.list()).toEqual(["a.txt"]);
});

test("the environment leads home, and nowhere else", async () => {
  await using workspace = await createWorkspace();
  expect(workspace.env).toMatchObject({ HOME: workspace.home, TAU_HOME: workspace.tauHome, TAU_OFFLINE: "1" });
  const strangers = Object.keys(workspace.env).filter((name) => /KEY|TOKEN|SECRET/.test(name));
  expect(strangers).toEqual([]);
});

test("a scripted model becomes the default of the workspace", async () => {
  await using workspace = await createWorkspace();
  await using server = await startModelServer({ script: [] });
  await useScriptedModel(workspace, server, "anthropic-messages");
  const models: unknown = JSON.parse(await readFile(`${workspace.tauHome}/models.json`, "utf8"));
  expect(models).toMatchObject({
    providers: {
      scripted: {
        api: "anthropic-messages",
        baseUrl: `${server.url}/anthropic-messages`,
        models: [{ id: "scripted" }],
      },
    },
  });
});
