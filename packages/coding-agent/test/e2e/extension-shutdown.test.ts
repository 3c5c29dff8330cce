import { readFile } from "node:fs/promises";
import { runCli, startCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { openTau } from "./interactive/open-tau.ts";
import { withScriptedModel } from "./scripted-model.ts";

const EXTENSION = `
import { appendFileSync } from "node:fs";
export default (pi) => {
  const log = (text) => appendFileSync("log", text + "\\n");
  pi.on("session_shutdown", async ({ reason }, { mode }) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    log(["end", reason, mode].join(" "));
  });
  pi.on("agent_end", (_event, ctx) => {
    log("leave");
    ctx.shutdown();
  });
};`;

async function withExtension() {
  return await withScriptedModel([{ text: "first" }, { text: "second" }], { files: { "ext.ts": EXTENSION } });
}

test.each([
  ["print", ["-p"]],
  ["json", ["--mode", "json"]],
])("P-EXT-28: ctx.shutdown ends %s mode with its answer, after the handlers of the end", async (mode, args) => {
  await using setup = await withExtension();
  const { workspace } = setup;
  const exit = await runCli({ workspace, args: [...args, "-e", "ext.ts", "go"] });
  expect(exit).toMatchObject({ exitCode: 0, stderr: "" });
  expect(exit.stdout).toContain("first");
  expect(await readFile(workspace.path("log"), "utf8")).toBe(`leave\nend quit ${mode}\n`);
});

test("P-EXT-28: ctx.shutdown ends RPC mode once the run is over", async () => {
  await using setup = await withExtension();
  const { workspace } = setup;
  const program = startCli({ workspace, stdin: "open", args: ["--mode", "rpc", "-e", "ext.ts"] });
  program.write(`${JSON.stringify({ id: "p", type: "prompt", message: "go" })}\n`);
  const exit = await program.exited;
  expect(exit).toMatchObject({ exitCode: 0, stderr: "" });
  expect(exit.stdout).toContain('"type":"agent_end"');
  expect(await readFile(workspace.path("log"), "utf8")).toBe("leave\nend quit rpc\n");
});

test("P-EXT-28: ctx.shutdown ends the screen once the run is over", async () => {
  await using setup = await withExtension();
  const { workspace } = setup;
  await using tau = await openTau(workspace, { args: ["-e", "ext.ts"] });
  tau.send("go\r");
  expect(await tau.exited).toMatchObject({ exitCode: 0 });
  expect(await readFile(workspace.path("log"), "utf8")).toBe("leave\nend quit tui\n");
});
