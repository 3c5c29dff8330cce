import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli, type Workspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

const DECLARED = JSON.stringify({
  name: "declared",
  tau: {
    extensions: ["./main.ts"],
    flags: { depth: { type: "string", description: "How deep to look" } },
    settings: {
      declared: { type: "object", properties: { limit: { type: "integer", default: 3, description: "How many" } } },
    },
    subcommands: { look: { description: "Look around", usage: ["tau look here [--all]"], words: ["here"] } },
  },
});
const CODE = `process.stderr.write("code is loaded\\n");
  export default (pi) => pi.registerSubcommand("look", {
    run: (args, ctx) => { ctx.print([...args, ctx.settings.get("declared.limit")].join(" ")); return 4; },
  });`;

async function withDeclared() {
  const setup = await withScriptedModel(() => ({ text: "hi" }));
  const { workspace } = setup;
  const folder = join(workspace.tauHome, "extensions");
  await mkdir(join(folder, "declared"), { recursive: true });
  await writeFile(join(folder, "declared/package.json"), DECLARED);
  await writeFile(join(folder, "declared/main.ts"), CODE);
  await writeFile(
    join(folder, "other.ts"),
    'process.stderr.write("another extension is loaded\\n"); export default () => {};',
  );
  return setup;
}

const run = (workspace: Workspace, ...args: string[]) => runCli({ workspace, args });

test("a command that package.json declares is in the help and the completion, and runs without loading other extensions", async () => {
  await using setup = await withDeclared();
  const { workspace } = setup;
  expect((await run(workspace, "look", "--help")).stdout).toBe("Look around\n\nUsage:\n  tau look here [--all]\n");
  expect(await run(workspace, "help", "look")).toMatchObject({ exitCode: 0, stderr: "" });
  const { stdout, stderr } = await run(workspace, "completion", "bash");
  expect([stderr, stdout]).toEqual(["", expect.stringMatching(/\blook\b[^\n]*here/)]);
  expect(await run(workspace, "look", "here", "--all")).toMatchObject({
    exitCode: 4,
    stdout: "here --all 3\n",
    stderr: "code is loaded\n",
  });
});

test("settings that package.json declares are read, written and checked without the code", async () => {
  await using setup = await withDeclared();
  const { workspace } = setup;
  expect(await run(workspace, "config", "get", "declared.limit")).toMatchObject({ stdout: "3\n", stderr: "" });
  expect(await run(workspace, "config", "set", "declared.limit", "many")).toMatchObject({ exitCode: 3 });
  expect(await run(workspace, "config", "set", "declared.limit", "12")).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await run(workspace, "look")).toMatchObject({ exitCode: 4, stdout: "12\n" });
  // In a session the file is checked before the code is asked for anything.
  await workspace.configure("settings.json", {
    ...{ defaultProvider: "scripted", defaultModel: "scripted" },
    declared: { limit: "many" },
  });
  const { stderr, stdout } = await run(workspace, "-p", "hello");
  expect(stdout).toBe("hi\n");
  expect(stderr).toMatch(/settings\.json:\d+: "declared\.limit" must be an integer; ignored/);
});
