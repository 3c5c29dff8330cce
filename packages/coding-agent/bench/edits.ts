import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commitCases, packageCases } from "./support/edits/corpus.ts";
import type { EditCase } from "./support/edits/edit-case.ts";
import { perturbations, perturbedEdits } from "./support/edits/perturb.ts";
import { type EditRun, MODES, type ModeName, type Outcome, runEdit } from "./support/edits/run-edit.ts";

/**
 * How edits of each mode land: `npm run bench -- edits`. Changes of commits and of published packages, sent as models send them, with
 * their errors. `TAU_BENCH_SEED` chooses other errors, `TAU_BENCH_SHOW=wrong:hashline` (or `refused:…`) prints the first such edits.
 */
const SEED = Number(process.env.TAU_BENCH_SEED ?? 1);
const [shownOutcome, shownMode, shownPerturbation = ""] = (process.env.TAU_BENCH_SHOW ?? "").split(":");
const MOST_SHOWN = 5;
const COMMITS = Number(process.env.TAU_BENCH_EDITS ?? 260);
const PACKAGES = Number(process.env.TAU_BENCH_EDITS ?? 160);
/** Of the edits whose meaning is clear, the part that must land with anchors. */
const REQUIRED_LANDING = 0.97;

let shown = 0;

type Tally = Record<Outcome, number>;

const folder = mkdtempSync(join(tmpdir(), "tau-edits-"));
try {
  process.exitCode = await main();
} finally {
  rmSync(folder, { recursive: true });
}

async function main(): Promise<number> {
  const repository = fileURLToPath(new URL("../../../", import.meta.url));
  const [commits, packages] = [await commitCases(repository, COMMITS), await packageCases(PACKAGES)];
  console.log(`${commits.length} edits of commits, ${packages.length} of published packages, seed ${SEED}`);
  const { table, clear } = await runAll([...commits, ...packages]);
  print(table);
  const landed = clear.right / Math.max(1, clear.right + clear.refused + clear.wrong);
  console.log(
    `\nhashline lands ${(landed * 100).toFixed(2)} % of ${clear.right + clear.refused + clear.wrong} edits whose meaning is clear`,
  );
  const wrong = MODES.filter((mode) => Object.values(table[mode]).some((tally) => tally.wrong > 0));
  if (wrong.length > 0) console.log(`applied wrong: ${wrong.join(", ")}`);
  return wrong.length === 0 && landed >= REQUIRED_LANDING && commits.length + packages.length >= 300 ? 0 : 1;
}

async function runAll(cases: readonly EditCase[]) {
  const table = Object.fromEntries(MODES.map((mode) => [mode, emptyRows()])) as Record<ModeName, Record<string, Tally>>;
  const clear = noneYet();
  for (const { edit, kind, perturbed } of perturbedEdits(cases, SEED))
    for (const mode of MODES) {
      const run = await runEdit(mode, perturbed, folder, edit.name);
      const tally = table[mode][kind];
      if (tally) tally[run.outcome]++;
      if (mode === "hashline" && perturbed.expected !== undefined && !perturbed.isUnclear) clear[run.outcome]++;
      if (run.outcome === shownOutcome && mode === shownMode && kind.includes(shownPerturbation)) show(edit, kind, run);
    }
  return { table, clear };
}

function noneYet(): Tally {
  return { right: 0, refused: 0, wrong: 0 };
}

function emptyRows(): Record<string, Tally> {
  return Object.fromEntries(Object.keys(perturbations).map((kind) => [kind, noneYet()]));
}

function print(table: Record<ModeName, Record<string, Tally>>): void {
  console.log(`\n${"right/refused/wrong".padEnd(28)}${MODES.map((mode) => mode.padStart(16)).join("")}`);
  for (const kind of Object.keys(perturbations)) {
    const cells = MODES.map((mode) => {
      const { right, refused, wrong } = table[mode][kind] ?? noneYet();
      return `${right}/${refused}/${wrong}`.padStart(16);
    });
    console.log(kind.padEnd(28) + cells.join(""));
  }
}

function show({ name }: EditCase, kind: string, { input, answer }: EditRun): void {
  if (shown++ >= MOST_SHOWN) return;
  const text = input.replaceAll("\\n", "\n").replaceAll('\\"', '"');
  console.log(`\n--- ${name}, ${kind}\n${text.slice(0, 3000)}\n=> ${answer.slice(0, 1200)}`);
}
