import { strictEqual } from "node:assert";
import { type PtyProgram, startCliInPty } from "@tau/testkit";
import { type ScriptedSetup, withScriptedModel } from "../scripted-model.ts";
import { MonkeyKeys } from "./monkey-keys.ts";

/*
 * Presses random keys on the built program: `TAU_MONKEY_MINUTES=10 TAU_MONKEY_SEED=1 node --conditions=@tau/source monkey.ts`.
 * It is a program of its own, so that a crash of it is told from a failure, and exits with 0 only where nothing was wrong.
 */
const MINUTES = Number(process.env.TAU_MONKEY_MINUTES ?? 0);
const SEED = Number(process.env.TAU_MONKEY_SEED ?? 20_240);
const ROUNDS_AT_LEAST = 30;
const KEYS_A_ROUND = 20;
const LOOK_EVERY = 15;
/** Every other start is in fullscreen. */
const RESTART_EVERY = MINUTES > 0 ? 300 : 15;
/** Two Escapes in quick succession open something. */
const APART_MS = 600;
const SANE_WITHIN_MS = 20_000;
const LOGGED_ROUNDS = 15;
const LOGGED_OUTPUT = 2000;
/** A text that is higher than the editor has its line counts in the borders. */
const EDITOR_BORDER = /^─{80}$|^─── [↑↓] \d+ more ─+$/m;

const keys = new MonkeyKeys(SEED);
const log: string[] = [];
let rounds = 0;
let starts = 0;
let tau: PtyProgram | undefined;

process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);
const setup = await withScriptedModel(() => ({ text: "**An** answer with `code`." }));
await play().catch(fail);
await setup[Symbol.asyncDispose]();
console.log(`${rounds * KEYS_A_ROUND} keys, ${starts} starts, seed ${SEED}: nothing wrong`);

async function play(): Promise<void> {
  const until = performance.now() + MINUTES * 60_000;
  while (rounds < ROUNDS_AT_LEAST || performance.now() < until) {
    tau ??= await open(setup);
    await playRound(tau);
    // One of the commands in the menu is the one that leaves: that is no crash.
    const exit = await exitOf(tau);
    if (exit) strictEqual(`code ${exit.exitCode}, signal ${exit.signal}`, "code 0, signal 0", "Tau ended by itself");
    else if (rounds % RESTART_EVERY !== 0) continue;
    await tau[Symbol.asyncDispose]();
    tau = undefined;
  }
  if (tau) await expectSane(tau);
  await tau?.[Symbol.asyncDispose]();
}

async function playRound(program: PtyProgram): Promise<void> {
  const batch = keys.take(KEYS_A_ROUND);
  const { terminal } = program;
  // Another width each time: Tau draws then, and so tells that it keeps up.
  const [columns, rows] = [20 + keys.below(40) + (rounds % 2) * 40, 3 + keys.below(30)];
  const { bytesWritten } = terminal;
  log.push(`${batch.map((key) => JSON.stringify(key)).join(" ")} then ${columns}x${rows}`);
  log.splice(0, log.length - LOGGED_ROUNDS);
  program.send(batch.join(""));
  program.resize(columns, rows);
  await Promise.race([terminal.waitForText(() => terminal.bytesWritten > bytesWritten), program.exited]);
  rounds++;
  if (rounds % LOOK_EVERY === 0) await expectSane(program);
}

/** What scrolled off long ago is not kept: minutes of it fill the memory. */
async function open({ workspace }: ScriptedSetup): Promise<PtyProgram> {
  starts++;
  const bounds = { scrollback: 500, outputLimit: 10_000 };
  const args = starts % 2 === 0 ? ["--tui-mode", "fullscreen"] : [];
  const env = { EDITOR: "true", VISUAL: "true" };
  const program = startCliInPty({ workspace, args, env, columns: 60, rows: 20, ...bounds });
  await program.waitForText(/─{30}\n/);
  return program;
}

/** Whatever was open closes with Escape, and then there is an editor on a screen that nothing has disturbed. */
async function expectSane(program: PtyProgram): Promise<void> {
  if (await exitOf(program)) return;
  program.resize(80, 24);
  let pressed = Number.NEGATIVE_INFINITY;
  await program.terminal.waitForText((screen) => {
    const isThere = EDITOR_BORDER.test(screen);
    if (!isThere && performance.now() - pressed > APART_MS) {
      program.press("escape");
      pressed = performance.now();
    }
    return isThere;
  }, SANE_WITHIN_MS);
}

async function exitOf(program: PtyProgram) {
  const pending = new Promise<undefined>((resolve) => setImmediate(resolve, undefined));
  return await Promise.race([program.exited, pending]);
}

function fail(error: unknown): never {
  const said = error instanceof Error ? error.stack : String(error);
  const place = `After ${rounds * KEYS_A_ROUND} keys and ${starts} starts with seed ${SEED}.`;
  const screen = tau?.terminal.screen().join("\n") ?? "";
  const output = JSON.stringify(tau?.output().slice(-LOGGED_OUTPUT));
  console.error(
    `${said}\n${place}\nThe last keys:\n${log.join("\n")}\nThe screen:\n${screen}\nThe last output: ${output}`,
  );
  if (tau) process.kill(tau.pid, "SIGKILL");
  process.exit(1);
}
