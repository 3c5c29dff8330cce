import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { type ScriptedSetup, withScriptedModel } from "./scripted-model.ts";

async function withThinkers(): Promise<ScriptedSetup> {
  const setup = await withScriptedModel({ text: "ok" });
  const baseUrl = `${setup.server.url}/v1`;
  const models = [
    { id: "model", reasoning: true },
    { id: "other", reasoning: true },
  ];
  const providers = { scripted: { baseUrl, api: "openai-completions", apiKey: "k", models } };
  await setup.workspace.configure("models.json", { providers });
  return setup;
}

async function effort({ workspace, server }: ScriptedSetup, ...args: string[]): Promise<unknown> {
  await runCli({ workspace, args: [...args, "-p", "hi"] });
  const body = server.requests.at(-1)?.body as Record<string, unknown> | undefined;
  return [body?.model, body?.reasoning_effort];
}

test("a session that is opened again thinks as it did, unless an option says otherwise", async () => {
  await using setup = await withThinkers();
  expect(await effort(setup, "--thinking", "high")).toEqual(["model", "high"]);
  expect(await effort(setup, "--continue")).toEqual(["model", "high"]);
  expect(await effort(setup, "--continue", "--model", "scripted/other")).toEqual(["other", "high"]);
  expect(await effort(setup, "--continue", "--thinking", "low")).toEqual(["other", "low"]);
  expect(await effort(setup)).toEqual(["model", "medium"]);
});

test("modelThinkingLevels count for a model that the command line names, too", async () => {
  await using setup = await withThinkers();
  const modelThinkingLevels = { "scripted/other": "low" };
  const settings = { defaultProvider: "scripted", defaultModel: "model", defaultThinkingLevel: "high" };
  await setup.workspace.configure("settings.json", { ...settings, modelThinkingLevels });
  expect(await effort(setup)).toEqual(["model", "high"]);
  expect(await effort(setup, "--model", "scripted/other")).toEqual(["other", "low"]);
  expect(await effort(setup, "--model", "scripted/other:minimal")).toEqual(["other", "minimal"]);
});
