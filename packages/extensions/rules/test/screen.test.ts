import { expect, test } from "vitest";
import { openProject, rule } from "./rule-project.ts";

test.each([
  [100, 30],
  [40, 15],
])("/rules shows each rule, when it applies and why, at %i columns", async (columns, rows) => {
  const files = {
    ".tau/rules/always.md": rule({ alwaysApply: true }, "ALWAYS\x1b]0;owned\x07 HOLDS"),
    ".cursor/rules/types.mdc": rule({ globs: "*.ts" }, "TYPES"),
    ".tau/rules/watch.md": rule({ condition: ["forbidden"] }, "NOT THAT"),
  };
  const script = [{ text: "forbidden" }, { text: "Better." }];
  await using at = await openProject(files, script, { mode: "tui", columns, rows });
  const { terminal } = at.harness;
  await at.harness.prompt("Go");
  await terminal.waitForText("rule watch, because of the answer");
  terminal.press(..."/rules", "enter");
  await terminal.waitForText("3 rules");
  const screen = () => terminal.window.screen().join("\n");
  expect(screen()).toMatch(/always\s+always\s+Tau/);
  if (columns === 100) expect(screen()).toMatch(/types\s+by file\s+Cursor/);
  terminal.press("enter");
  await terminal.waitForText("HOLDS");
  expect(screen()).toContain(".tau/rules/always.md");
  expect(screen()).not.toContain("owned");
});

test("/rules names what is wrong with a rule beside it, and no further message each time", async () => {
  const files = { ".tau/rules/broken.md": rule({ condition: ["(["] }, "NEVER") };
  await using at = await openProject(files, [{ text: "Done." }], { mode: "tui", columns: 100, rows: 40 });
  const { terminal } = at.harness;
  await at.harness.prompt("Go");
  await terminal.waitForText("Done.");
  for (let time = 0; time < 2; time++) {
    terminal.press(..."/rules", "enter");
    await terminal.waitForText(/1 rule[\s\S]*Problem:/);
    terminal.press("escape");
    await terminal.waitForText((screen) => !screen.includes("Problem:"));
  }
  const shown = terminal.window.screen().map((line) => line.trim());
  expect(shown.join("").match(/broken\.md:/g)).toHaveLength(1);
});
