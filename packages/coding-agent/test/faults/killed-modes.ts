import type { ModelRequest } from "@tau/testkit";
import { withScriptedModel } from "../e2e/scripted-model.ts";
import type { FaultReport } from "./fault-report.ts";
import { findLosses, isResumed, RESUMED, saidIn } from "./find-losses.ts";
import type { Random } from "./random.ts";
import { MODES } from "./run-in-mode.ts";

/** A run has this many turns; each says something and writes a line to a file. */
const TURNS = 8;
const KILL_WITHIN_MS = 1500;

/**
 * Kills runs of every mode at random moments. Afterwards everything that was shown must be in the log, the next run must know it, and no
 * command may have run twice.
 */
export async function runKilledModes(kills: number, random: Random): Promise<FaultReport> {
  const failures: string[] = [];
  const names = Object.keys(MODES);
  let texts = 0;
  for (let kill = 0; kill < kills; kill++) {
    const mode = names[kill % names.length] ?? "print";
    await using setup = await withScriptedModel(takeTurns);
    const { workspace } = setup;
    const run = await MODES[mode]?.({ workspace, prompt: "go", isOver: /^$/, killed: random.pause(KILL_WITHIN_MS) });
    const said = saidIn(run?.shown ?? "");
    texts += said.size;
    for (const problem of await findLosses(setup, said)) failures.push(`kill ${kill}, ${mode} mode: ${problem}`);
  }
  return { name: "kills in every mode", cases: kills, failures, facts: { "texts shown before the kill": texts } };
}

function takeTurns({ toolResults: turn, body }: ModelRequest) {
  if (isResumed(body)) return RESUMED;
  if (turn >= TURNS) return { text: "All done." };
  const call = { name: "bash", arguments: { command: `echo ran-${turn} >> effects` } };
  return { text: `said-${turn}-end`, toolCalls: [call], pace: 200 };
}
