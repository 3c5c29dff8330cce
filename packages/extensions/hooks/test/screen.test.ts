import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hookSettings, openProject } from "./hook-project.ts";

test("/hooks shows each hook with its state, and more about the selected one", async () => {
  const { harness } = await openProject(
    { PreToolUse: [["Bash", "exit 0"]], Stop: [["", "echo 'no tests' >&2; exit 1"]], Elicitation: [["", "true"]] },
    [{ text: "Done." }],
    { mode: "tui", columns: 80, rows: 24 },
  );
  await using _ = harness;
  const { terminal } = harness;
  await harness.prompt("Go");
  await terminal.waitForText("Stop hook echo 'no tests' >&2; exit 1: exit code 1: no tests");
  terminal.press(..."/hooks", "enter");
  await terminal.waitForText("→ PreToolUse");
  const screen = terminal.window.screen().join("\n");
  expect(screen).toMatch(/PreToolUse\s+on\s+Bash/);
  expect(screen).toMatch(/Stop\s+failed/);
  expect(screen).toMatch(/Elicitation\s+off/);
  terminal.press("down", "down", "enter");
  await terminal.waitForText("Tau has no event Elicitation");
  await terminal.waitForText("from     .claude/settings.json (project)");
});

test("hooks of Claude Code's user settings run after one question, and the answer is kept", async () => {
  const { harness, read } = await openProject({}, [{ text: "One." }, { text: "Two." }], {
    mode: "tui",
    files: { "../home/.claude/settings.json": hookSettings({ UserPromptSubmit: [["", "echo x >> asked"]] }) },
  });
  await using _ = harness;
  const { terminal } = harness;
  await terminal.waitForText("Run the hooks of Claude Code in Tau too?");
  await terminal.waitForText("UserPromptSubmit: echo x >> asked");
  terminal.press("enter");
  const settings = () => readFileSync(join(harness.workspace.tauHome, "settings.json"), "utf8");
  await expect.poll(settings).toContain('"claudeHooks": true');
  await harness.prompt("Go");
  expect(read("asked")).toBe("x\n");
  await harness.restart();
  await harness.prompt("Again");
  expect(read("asked")).toBe("x\nx\n");
});
