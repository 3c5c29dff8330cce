import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fauxAssistantMessage } from "@tau/ai";
import { ProgramTerminal } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { InteractiveMode } from "../../src/modules/interactive-mode.ts";
import { sessionFor } from "../core/session/session-for.ts";

const answers = ["first answer", "second answer"].map((text) => fauxAssistantMessage(text));

test("a program opens the screen on its own terminal, takes what it asks for, and speaks to the user", async () => {
  await using setup = await sessionFor(answers);
  using terminal = new ProgramTerminal();
  const mode = new InteractiveMode(
    { core: setup.runtime },
    {
      terminal,
      initialMessage: "asked by the program",
      initialThemeSetting: "paper",
      startupDiagnostics: [{ type: "warning", message: "said at the start" }],
      modelFallbackMessage: "another model was taken",
      migratedProviders: ["openai"],
    },
  );
  mode.showError("said before it opened");
  await mode.init();
  await terminal.waitForText(/said at the start[\s\S]*openai[\s\S]*another model was taken[\s\S]*before it opened/);
  expect(setup.session.messages).toEqual([]);
  const input = mode.getUserInput();
  for (const key of ["for the program", "\r"]) terminal.send(key);
  expect(await input).toBe("for the program");
  const left = mode.run();
  await terminal.waitForText("first answer");
  expect(setup.session.messages[0]).toMatchObject({ role: "user", content: [{ text: "asked by the program" }] });
  mode.showNewVersionNotification({ version: "9.9.9", note: "Worth it." });
  mode.showPackageUpdateNotification(["npm:one", "npm:two"]);
  await terminal.waitForText(/Version 9\.9\.9 is out\. Worth it\.[\s\S]*updates for npm:one, npm:two/);
  terminal.send("half a thought");
  await terminal.waitForText("half a thought");
  mode.clearEditor();
  await terminal.waitForText((screen) => !screen.includes("half a thought"));
  mode.renderInitialMessages();
  await terminal.waitForText((screen) => screen.includes("first answer") && !screen.includes("9.9.9"));
  mode.stop();
  await left;
});

test("a folder that has something of its own after a reload stays trusted, where the program says so", async () => {
  await using setup = await sessionFor([]);
  using terminal = new ProgramTerminal();
  const { cwd } = setup;
  const mode = new InteractiveMode({ core: setup.runtime }, { terminal, autoTrustOnReloadCwd: cwd, verbose: true });
  await mode.init();
  const left = mode.run();
  const trust = join(cwd, "trust.json");
  for (const key of ["/reload", "\r"]) terminal.send(key);
  await terminal.waitForText("Everything was reloaded.");
  expect(existsSync(trust)).toBe(false);
  mkdirSync(join(cwd, ".tau"));
  writeFileSync(join(cwd, ".tau", "settings.json"), "{}");
  for (const key of ["/reload", "\r"]) terminal.send(key);
  await terminal.waitForText(/reloaded[\s\S]*reloaded/);
  expect(JSON.parse(readFileSync(trust, "utf8"))).toEqual({ [cwd]: true });
  mode.stop();
  await left;
});
