import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau } from "./open-tau.ts";

test("a terminal that shrinks to nothing and comes back shows the conversation again", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Still here." }));
  await using tau = await openTau(setup.workspace);
  tau.send("hello\r");
  await tau.waitForText("Still here.");
  for (const [columns, rows] of [
    [1, 1],
    [3, 2],
    [200, 3],
    [80, 24],
  ] as const)
    tau.resize(columns, rows);
  await tau.waitForText(/Still here\.[\s\S]*─{30}/);
  tau.send("/name kept\r");
  await tau.waitForText('called "kept"');
  expect(await leave(tau)).toBe(0);
});

for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  test(`${signal} gives the terminal back as it was`, async () => {
    await using setup = await withScriptedModel(() => ({ text: ["Working", "…"], pace: 1 }));
    await using tau = await openTau(setup.workspace);
    tau.send("go\r");
    await tau.waitForText("Working");
    await tau.kill(signal);
    await tau.terminal.settled();
    expect(tau.terminal.modes.bracketedPasteMode).toBe(false);
    expect(tau.terminal.cursor.isVisible).toBe(true);
    expect(tau.terminal.isAlternateScreen).toBe(false);
  });
}

test("a command with a quarter of a gigabyte of output keeps the screen usable", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await using tau = await openTau(setup.workspace);
  tau.send("!!head -c 268435456 /dev/zero | tr '\\0' 'y'; echo; echo the-end\r");
  await tau.waitForText("All of it:", 60_000);
  tau.send("/name after\r");
  await tau.waitForText('called "after"');
  expect(await leave(tau)).toBe(0);
}, 90_000);

test("bytes that are no text move nothing on the screen", async () => {
  await using setup = await withScriptedModel(() => ({ text: "fine" }));
  await using tau = await openTau(setup.workspace);
  tau.send("!printf '\\033[2J\\033[H\\007\\000\\377 after'\r");
  await tau.waitForText("after");
  expect(tau.picture()).toContain("Tau ");
  expect(await leave(tau)).toBe(0);
});
