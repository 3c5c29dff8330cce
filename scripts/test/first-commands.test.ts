import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot, startProgram, startPty } from "@tau/testkit";
import { expect, test } from "vitest";
import { readExamples, tableCommands } from "../docs/examples.ts";
import { opensScreen, shellWorkspace } from "./shell-examples.ts";

/** What the README and the quickstart tell a newcomer to type, on a machine that has neither a key nor another agent. */
const PAGES = ["README.md", "docs/quickstart.md"];
const examples = (await readExamples()).filter(({ page, language }) => PAGES.includes(page) && language === "sh");

async function commandsOf(page: string): Promise<string[]> {
  const fenced = examples.filter((example) => example.page === page && example.noRun === undefined);
  const lines = fenced.flatMap(({ code }) => code.trim().split("\n"));
  return [...lines, ...(await tableCommands(page, /^(?:git diff \| )?(?:\.\/)?tau\b/))];
}

/** What needs a model, or another agent, and says so. */
const NEEDS_MORE = /^(?!.*--demo).*(?: -p | --mode (?:json|rpc)|import pi)/;

test.each(PAGES)("every command of %s succeeds, or ends with code 3 where the page says so", async (page) => {
  const text = await readFile(join(repositoryRoot, page), "utf8");
  const commands = await commandsOf(page);
  expect(commands.length).toBeGreaterThan(7);
  await using workspace = await shellWorkspace();
  const { cwd, shell } = workspace;
  const scripts = commands.filter((command) => !opensScreen(command));
  const env = { ...shell, TAU_PERMISSION_MODE: "" };
  const outcomes = scripts.map(
    (command) => `(${command.replaceAll("./tau", "tau")}) >/dev/null 2>err </dev/null; echo "$? $(cat err)"`,
  );
  const { stdout } = await startProgram({ command: "bash", args: ["-c", outcomes.join("\n")], cwd, env }).exited;
  const ended = stdout.trim().split("\n");
  expect(ended).toHaveLength(scripts.length);
  for (const [index, command] of scripts.entries()) {
    const wanted = NEEDS_MORE.test(command) ? /^3 tau: (?:No model is configured|There is no .*\/\.pi\/agent)/ : /^0 /;
    expect(`${ended[index]} `, command).toMatch(wanted);
  }
  expect(text).toContain("code 3");
  for (const command of commands.filter(opensScreen)) {
    await using screen = startPty({ command: "bash", args: ["-c", command.replaceAll("./tau", "tau")], cwd, env });
    // With a prompt, the demo answers, or a key is missing and the prompt stands in the editor.
    const hasPrompt = /"[^"]+"$/.test(command);
    await screen.waitForText(hasPrompt ? /Then choose with|There is no key for anthropic/ : /─{30}/);
    if (command.endsWith(" -r")) {
      await screen.waitForText("╭─ Sessions");
      screen.press("escape");
      await screen.waitForText((text) => !text.includes("╭─ Sessions"));
    }
    screen.press("ctrl+c");
    await screen.waitForText(/─{30}\n\s*\n─{30}/);
    screen.press("ctrl+d");
    expect([command, (await screen.exited).exitCode]).toEqual([command, 0]);
  }
});

test("npm start opens the screen on a terminal, and shows the tour without one", async () => {
  await using workspace = await shellWorkspace(false);
  // On a terminal, npm would ask its registry whether there is a newer npm.
  const env = { ...workspace.env, npm_config_update_notifier: "false" };
  const options = { command: "npm", args: ["--silent", "start"], cwd: repositoryRoot, env };
  const exit = await startProgram(options).exited;
  expect(exit).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("the tour in print form") });
  expect(exit.stdout).toContain("That was the tour");
  const asked = await startProgram({ ...options, args: ["--silent", "start", "--", "-p", "hi"] }).exited;
  expect(asked).toMatchObject({
    exitCode: 3,
    stdout: "",
    stderr: expect.stringMatching(/^tau: No model is configured/),
  });
  await using screen = startPty(options);
  await screen.waitForText('Say "show me" for a tour.');
  await screen.waitForText(/─{30}\n/);
  screen.press("ctrl+d");
  expect((await screen.exited).exitCode).toBe(0);
});
