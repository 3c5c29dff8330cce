import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fauxAssistantMessage, fauxToolCall, registerFauxProvider } from "@tau/ai";
import { expect, test } from "vitest";
import { installed } from "../../../src/core/extensions/batteries/installed.ts";
import { createAgentSession, ModelRuntime, SessionManager, SettingsManager } from "../../../src/index.ts";
import { createToolSearchExtension } from "../../../src/pi.ts";

type Batteries = NonNullable<Parameters<typeof createAgentSession>[0]>["batteries"];

async function sessionWithBatteries(batteries: Batteries, settings: { extensions?: string[] } = {}) {
  const root = mkdtempSync(join(tmpdir(), "tau-sdk-batteries-"));
  const faux = registerFauxProvider({ models: [{ id: "one" }] });
  const agentDir = join(root, "home");
  const modelRuntime = await ModelRuntime.create({
    authPath: join(agentDir, "auth.json"),
    modelsPath: join(agentDir, "models.json"),
  });
  modelRuntime.registerProvider("faux", { apiKey: "none", models: faux.models });
  const created = await createAgentSession({
    cwd: root,
    agentDir,
    modelRuntime,
    model: faux.getModel(),
    sessionManager: SessionManager.inMemory(root),
    settingsManager: SettingsManager.inMemory(settings),
    batteries,
  }).catch((error: unknown) => {
    rmSync(root, { recursive: true, force: true });
    faux.unregister();
    throw error;
  });
  return {
    ...created,
    faux,
    paths: created.extensionsResult.extensions.map(({ path }) => path),
    async [Symbol.asyncDispose]() {
      await created.session.dispose();
      faux.unregister();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

test("a program's session has no battery unless it asks for one", async () => {
  await using plain = await sessionWithBatteries(undefined);
  await using none = await sessionWithBatteries("none");
  expect([plain.paths, none.paths]).toEqual([[], []]);
});

test("all batteries: those that a user would have where there is no screen", async () => {
  await using all = await sessionWithBatteries("all");
  expect(all.paths).toContain("builtin:calc");
  expect(all.paths).not.toContain("builtin:titles");
  await using without = await sessionWithBatteries("all", { extensions: ["-builtin:calc"] });
  expect(without.paths).not.toContain("builtin:calc");
});

test("named batteries are on whatever the settings say, and work", async () => {
  await using setup = await sessionWithBatteries(["calc"], { extensions: ["-builtin:calc"] });
  expect(setup.paths).toEqual(["builtin:calc"]);
  setup.session.setActiveToolsByName(["calc"]);
  const calculations = [{ expression: "6 * 7" }];
  setup.faux.setResponses([
    fauxAssistantMessage(fauxToolCall("calc", { calculations }), { stopReason: "toolUse" }),
    fauxAssistantMessage("done"),
  ]);
  await setup.session.prompt("go");
  expect(setup.session.messages[2]).toMatchObject({ isError: false, content: [{ text: "42" }] });
});

test("a name that is no battery's is refused with the names there are", async () => {
  await expect(sessionWithBatteries(["clac"])).rejects.toThrow(/There is no battery "clac"\. There are: .*calc/);
});

test("pi's name for a battery makes it where this version has it, and says so where it has none", () => {
  const make = () => createToolSearchExtension();
  if (installed.some(({ name }) => name === "tool-search")) expect(make()).toBeTypeOf("function");
  else expect(make).toThrow("this version of Tau has no tool search");
});
