import { type ModelRequest, runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

const keyOf = ({ headers }: ModelRequest) => String(headers.authorization).replace("Bearer ", "");
const twoKeys = {
  scripted: [
    { type: "api_key", key: "key-one" },
    { type: "api_key", key: "key-two" },
  ],
};

test("R27: a rate limited key gives way to the other one at once, and that is said", async () => {
  let refused = "";
  await using setup = await withScriptedModel((request) => {
    refused ||= keyOf(request);
    return keyOf(request) === refused ? { failure: "rate-limit", retryAfter: 30 } : { text: "answered" };
  });
  await setup.workspace.configure("auth.json", twoKeys);
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "hello"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "answered\n" });
  expect(exit.stderr).toContain("tau: scripted/model is rate limited: continuing with another credential.\n");
  expect(new Set(setup.server.requests.map(keyOf))).toEqual(new Set(["key-one", "key-two"]));
  expect(setup.server.requests).toHaveLength(2);
});

test("R27: with every key limited the run goes on with the next of the fallback models", async () => {
  await using setup = await withScriptedModel(({ body }) =>
    body.model === "model" ? { failure: "rate-limit", retryAfter: 0 } : { text: `this is ${body.model}` },
  );
  const { workspace, server } = setup;
  await workspace.configure("auth.json", twoKeys);
  await workspace.configure("models.json", {
    providers: {
      scripted: { baseUrl: `${server.url}/v1`, api: "openai-completions", models: [{ id: "model" }, { id: "spare" }] },
    },
  });
  await workspace.configure("settings.json", {
    defaultProvider: "scripted",
    defaultModel: "model",
    fallbackModels: ["scripted/spare"],
  });
  const exit = await runCli({ workspace, args: ["--mode", "json", "hello"] });
  const events = exit.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.filter(({ type }) => type === "retry_fallback_applied")).toEqual([
    {
      type: "retry_fallback_applied",
      kind: "credential",
      from: "scripted/model",
      to: "scripted/model",
      message: "scripted/model is rate limited: continuing with another credential",
    },
    {
      type: "retry_fallback_applied",
      kind: "model",
      from: "scripted/model",
      to: "scripted/spare",
      message: "scripted/model is rate limited: continuing with scripted/spare",
    },
  ]);
  expect(server.requests.map(({ body }) => body.model)).toEqual(["model", "model", "spare"]);
  expect(exit.stdout).not.toMatch(/key-one|key-two/);
});

test("print mode leaves out the advice to try again where it does so itself", async () => {
  await using setup = await withScriptedModel(({ index }) =>
    index === 0 ? { failure: "reset" } : { text: "answered" },
  );
  const settings = { defaultProvider: "scripted", defaultModel: "model" };
  await setup.workspace.configure("settings.json", { ...settings, retry: { maxRetries: 2, baseDelayMs: 1 } });
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "hello"] });
  expect(exit.stderr).toMatch(/^tau: The connection to \S+ was lost \(\w+\)\. Trying again in 1 s \(1 of 2\)\.\n$/);
});

test("print mode says on stderr what it waits for, and for as long as the server asked", async () => {
  await using setup = await withScriptedModel(({ index }) =>
    index === 0 ? { failure: "rate-limit", retryAfter: 1 } : { text: "answered" },
  );
  const settings = { defaultProvider: "scripted", defaultModel: "model" };
  await setup.workspace.configure("settings.json", { ...settings, retry: { maxRetries: 2, baseDelayMs: 1 } });
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "hello"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "answered\n" });
  expect(exit.stderr).toMatch(/^tau: .*It asks to wait 1 s\. Trying again in 1 s \(1 of 2\)\.\n$/);
});
