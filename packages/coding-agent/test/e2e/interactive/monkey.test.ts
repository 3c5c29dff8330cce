import { keySequences } from "@tau/testkit";
import { expect, test } from "vitest";
import { type ScriptedSetup, withScriptedModel } from "../scripted-model.ts";
import { openTau, type TauOnTerminal } from "./open-tau.ts";

/** `npm run test:monkey` asks for ten; without it a few hundred keys are pressed. */
const MINUTES = Number(process.env.TAU_MONKEY_MINUTES ?? 0);
const ROUNDS_AT_LEAST = 30;
const KEYS_A_ROUND = 20;
const LOOK_EVERY = 25;

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
  "\x1b[<0;3;3M",
  "\x1b]11;rgb:ffff/ffff/ffff\x07",
  "x".repeat(50),
  "\x14",
  "\x10",
  "\x12",
];
const KEYS = [...Object.entries(keySequences).flatMap(([name, keys]) => (LEAVING.has(name) ? [] : [keys])), ...WORDS];

test(
  `${MINUTES > 0 ? `${MINUTES} minutes of` : "six hundred"} random keys neither crash nor hang the screen`,
  async () => {
    await using setup = await withScriptedModel(() => ({ text: "**An** answer with `code`." }));
    const until = performance.now() + MINUTES * 60_000;
    let tau = await open(setup);
    let seed = Number(process.env.TAU_MONKEY_SEED ?? 20_240);
    let rounds = 0;
    try {
      while (rounds < ROUNDS_AT_LEAST || performance.now() < until) {
        const batch = Array.from({ length: KEYS_A_ROUND }, () => {
          seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
          return KEYS[seed % KEYS.length];
        });
        tau.send(batch.join(""));
        tau.resize(40 + (seed % 60), 10 + (seed % 20));
        await tau.terminal.settled();
        rounds++;
        if (rounds % LOOK_EVERY === 0) await expectSane(tau);
        // One of the commands in the menu is the one that leaves: that is no crash.
        const exit = await exitOf(tau);
        if (exit === undefined) continue;
        expect(exit).toEqual({ exitCode: 0, signal: 0 });
        tau = await open(setup);
      }
      await expectSane(tau);
    } finally {
      await tau[Symbol.asyncDispose]();
    }
  },
  MINUTES * 60_000 + 60_000,
);

async function open({ workspace }: ScriptedSetup): Promise<TauOnTerminal> {
  return await openTau(workspace, { columns: 60, rows: 20 });
}

/** Whatever was open closes with Escape, and then there is an editor on a screen that nothing has disturbed. */
async function expectSane(tau: TauOnTerminal): Promise<void> {
  tau.resize(80, 24);
  await tau.terminal.waitForText((screen) => {
    if (!/^─{80}$/m.test(screen)) tau.press("escape");
    return /^─{80}$/m.test(screen);
  });
}

async function exitOf(tau: TauOnTerminal) {
  const pending = new Promise<undefined>((resolve) => setImmediate(resolve, undefined));
  return await Promise.race([tau.exited, pending]);
}
