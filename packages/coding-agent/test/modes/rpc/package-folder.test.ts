import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { withScriptedModel } from "../../e2e/scripted-model.ts";
import { RpcProcess } from "./rpc-process.ts";

interface Listed {
  readonly name: string;
  readonly sourceInfo: { readonly source: string };
}

test("-e tries a package that lies in a folder: all that it brings, without a word of the loader's", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace } = setup;
  const write = async (name: string, text: string) => {
    const path = workspace.path(`the-package/${name}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };
  const command = (name: string) =>
    `export default (pi) => pi.registerCommand("${name}", { handler: async () => {} });`;
  await write("package.json", JSON.stringify({ name: "the-package", dependencies: { typebox: "*" } }));
  await write("extensions/one.ts", command("one"));
  await write("extensions/two.js", command("two"));
  await write("skills/tidy/SKILL.md", "---\nname: tidy\ndescription: Tidies up\n---\nTidy up.");
  await write("prompts/review.md", "Review it.");
  await using rpc = new RpcProcess(setup, ["-e", workspace.path("the-package")]);
  const { commands } = (await rpc.data("get_commands")) as { commands: Listed[] };
  const own = commands.filter(({ sourceInfo }) => sourceInfo.source !== "builtin");
  expect(own.map(({ name }) => name)).toEqual(["one", "two", "review", "skill:tidy"]);
  expect(commands[0]?.sourceInfo).toMatchObject({ scope: "temporary", origin: "package" });
  rpc.program.endInput();
  const { stderr } = await rpc.program.exited;
  const [warning, ...others] = stderr.split("\n").filter(Boolean);
  expect(warning).toMatch(/lists typebox in "dependencies"/);
  expect(others).toEqual([]);
});

test("-e with a folder that holds no extension says so", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  await mkdir(setup.workspace.path("empty"));
  await using rpc = new RpcProcess(setup, ["-e", setup.workspace.path("empty")]);
  const { commands } = (await rpc.data("get_commands")) as { commands: Listed[] };
  expect(commands.filter(({ sourceInfo }) => sourceInfo.source !== "builtin")).toEqual([]);
  await rpc.program.waitForOutput("empty", { stream: "stderr" });
});
