import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

test("the shell prefix of the settings stands before every command of the model", async () => {
  await using setup = await withScriptedModel([
    { toolCalls: [{ name: "bash", arguments: { command: "echo $FLAVOUR" } }] },
    { text: "done" },
  ]);
  const { workspace, server } = setup;
  const settings = { defaultProvider: "scripted", defaultModel: "model", shellCommandPrefix: "FLAVOUR=mint" };
  await workspace.configure("settings.json", settings);
  await runCli({ workspace, args: ["-p", "taste"] });
  expect(JSON.stringify(server.requests[1]?.body)).toContain("mint");
});

test("a shell that cannot be run is named, and the model reads it", async () => {
  await using setup = await withScriptedModel([
    { toolCalls: [{ name: "bash", arguments: { command: "true" } }] },
    { text: "done" },
  ]);
  const { workspace, server } = setup;
  const settings = { defaultProvider: "scripted", defaultModel: "model", shellPath: "/no/such/shell" };
  await workspace.configure("settings.json", settings);
  const exit = await runCli({ workspace, args: ["--offline", "-p", "run"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n" });
  expect(JSON.stringify(server.requests[1]?.body)).toContain("/no/such/shell");
});
