import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { leave, openTau } from "./open-tau.ts";

/** What a terminal with the Kitty protocol sends for a key that goes down and comes up again. */
const tap = (code: number, modifiers = 1) => `\x1b[${code};${modifiers}u\x1b[${code};${modifiers}:3u`;

test("a key that comes up again does nothing of its own", async () => {
  await using setup = await withScriptedModel(() => ({ text: "An answer." }));
  await using tau = await openTau(setup.workspace);
  tau.send("first words");
  await tau.waitForText("first words");
  tau.send(tap(99, 5));
  await tau.waitForText((screen) => !screen.includes("first words"));
  tau.send("still here");
  await tau.waitForText("still here");
  tau.send(`${tap(117, 5)}${tap(116, 5)}`);
  await tau.waitForText("Thoughts are hidden");
  expect(await leave(tau)).toBe(0);
});
