import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau } from "./open-tau.ts";

const SELECTORS = {
  model: "/model",
  thinking: "/thinking",
  theme: "/theme",
  settings: "/settings",
  tree: "/tree",
  fork: "/fork",
  resume: "/resume",
  "scoped-models": "/scoped-models",
  login: "/login",
  trust: "/trust",
  debug: "/debug",
  bug: "/bug it broke",
  share: "/share",
} as const;

for (const [columns, rows] of [
  [80, 24],
  [120, 40],
  [40, 15],
] as const) {
  test(`every selector opens over the conversation at ${columns}x${rows} and closes with Escape`, async () => {
    await using setup = await withScriptedModel(() => ({ text: "An answer." }));
    await using tau = await openTau(setup.workspace, { columns, rows });
    tau.send("a question\r");
    await tau.waitForText("An answer.");
    const before = tau.picture();
    for (const [name, command] of Object.entries(SELECTORS)) {
      tau.send(`${command}\r`);
      await tau.waitForText("╰──");
      await tau.waitForText((screen) => name !== "resume" || /ago|just now/.test(screen));
      await expect(tau.picture()).toMatchFileSnapshot(`snapshots/${name}.${columns}.txt`);
      tau.press("escape");
      await tau.waitForText((screen) => !screen.includes("╰──"));
      expect(tau.picture()).toBe(before);
    }
    expect(await leave(tau)).toBe(0);
  });
}

test("typing / offers the commands, and a letter narrows them down", async () => {
  await using setup = await withScriptedModel(() => ({ text: "" }));
  await using tau = await openTau(setup.workspace);
  tau.send("/thin");
  await tau.waitForText("Choose how long the model thinks");
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("Choose how long"));
});

test("the theme is shown while it is gone through, and Escape brings the old one back", async () => {
  await using setup = await withScriptedModel(() => ({ text: "" }));
  await using tau = await openTau(setup.workspace);
  const color = () => {
    const row = tau.terminal.screen().findIndex((line) => line.includes("Tau "));
    return JSON.stringify(tau.terminal.cell(row, 1)?.foreground);
  };
  await tau.waitForText("Tau ");
  const before = color();
  tau.send("/theme\r");
  await tau.waitForText("╭─ Theme");
  tau.send("paper");
  await tau.waitForText(() => color() !== before);
  tau.press("escape");
  await tau.waitForText((screen) => !screen.includes("╭─ Theme") && color() === before);
});
