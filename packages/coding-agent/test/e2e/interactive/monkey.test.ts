import { keySequences } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { openTau } from "./open-tau.ts";

/** Keys that would leave, suspend or start another program are not part of the game. */
const LEAVING = new Set(["ctrl+c", "ctrl+d", "ctrl+z"]);
const WORDS = [
  "/",
  "@",
  "model",
  "tree",
  "!echo hi",
  "日本語",
  "😀",
  "\x1b[200~a\nb\nc\x1b[201~",
  "x".repeat(50),
  "\x14",
  "\x10",
];

test("six hundred random keys neither crash nor hang the screen", async () => {
  await using setup = await withScriptedModel(() => ({ text: "**An** answer with `code`." }));
  await using tau = await openTau(setup.workspace, { columns: 60, rows: 20 });
  const keys = [...Object.entries(keySequences).flatMap(([name, keys]) => (LEAVING.has(name) ? [] : [keys])), ...WORDS];
  let seed = 20_240;
  for (let round = 0; round < 30; round++) {
    const batch = Array.from({ length: 20 }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return keys[seed % keys.length];
    });
    tau.send(batch.join(""));
    tau.resize(40 + (seed % 60), 10 + (seed % 20));
    await tau.terminal.settled();
  }
  tau.resize(80, 24);
  for (let press = 0; press < 4; press++) tau.press("escape");
  await tau.waitForText(/─{30}/);
  expect(await ended(tau.exited)).toBe(false);
}, 60_000);

async function ended(exited: Promise<unknown>): Promise<boolean> {
  return await Promise.race([exited.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);
}
