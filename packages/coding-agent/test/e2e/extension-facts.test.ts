import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

test("in rpc mode an extension has a theme with colours, and its failed command is an error of a command", async () => {
  await using setup = await withScriptedModel({ text: "Hi." });
  const { workspace } = setup;
  const extension = join(workspace.home, "facts.js");
  await writeFile(
    extension,
    `export default (pi) => pi.registerCommand("facts", { handler: async (_args, ctx) => {
      ctx.ui.notify(ctx.ui.theme.fg("accent", "x"));
      throw new Error("broken");
    } });`,
  );
  const stdin = `${JSON.stringify({ id: "1", type: "prompt", message: "/facts" })}\n`;
  const { stdout } = await runCli({ workspace, args: ["--mode", "rpc", "-e", extension], stdin });
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.find(({ method }) => method === "notify").message).toMatch(/^\x1b\[38;5;\d+mx/);
  expect(lines).toContainEqual({
    type: "extension_error",
    extensionPath: extension,
    event: "command",
    error: "broken",
  });
});

test("all models are known at session_start, those without a key too", async () => {
  await using setup = await withScriptedModel({ text: "Hi." });
  const { workspace } = setup;
  const extension = join(workspace.home, "models.js");
  await writeFile(
    extension,
    `export default (pi) => pi.on("session_start", (_event, ctx) => {
      const providers = new Set(ctx.modelRegistry.getAll().map(({ provider }) => provider));
      process.stderr.write("PROVIDERS " + [...providers].join(" ") + "\\n");
    });`,
  );
  const { stderr } = await runCli({ workspace, args: ["-e", extension, "-p", "hi"] });
  expect(/PROVIDERS (.*)/.exec(stderr)?.[1]?.split(" ")).toEqual(
    expect.arrayContaining(["scripted", "anthropic", "openai", "google", "openrouter"]),
  );
});

test("doctor says once of each package that it listens for events that are not emitted", async () => {
  await using setup = await withScriptedModel({ text: "Hi." });
  const { workspace } = setup;
  const folder = join(workspace.home, "older");
  await mkdir(folder);
  const listen = (...events: string[]) =>
    `export default (pi) => { for (const event of ${JSON.stringify(events)}) pi.on(event, () => {}); };`;
  await writeFile(join(folder, "package.json"), '{ "name": "older", "pi": { "extensions": ["./a.js", "./b.js"] } }');
  await writeFile(join(folder, "a.js"), listen("session_switch", "session_start"));
  await writeFile(join(folder, "b.js"), listen("session_switch", "session_fork"));
  await mkdir(join(workspace.tauHome, "extensions"));
  await writeFile(join(workspace.tauHome, "extensions", "newer.js"), listen("session_start"));
  await workspace.configure("settings.json", {
    packages: [folder],
    defaultProvider: "scripted",
    defaultModel: "model",
  });
  const { stdout, exitCode } = await runCli({ workspace, args: ["doctor"] });
  expect(exitCode).toBe(0);
  expect(stdout.match(/listens for .*/g)).toEqual([
    "listens for session_switch and session_fork, which are not emitted",
  ]);
  expect(stdout).toContain(folder);
});
