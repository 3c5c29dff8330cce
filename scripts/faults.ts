/** The long form of the fault tests: `npm run test:faults [kills] [take-overs] [kills of merges] [kills of modes] [sessions at once]`. */
import { runKills } from "../packages/agent/test/node/faults/kill-runs.ts";
import { runTakeOvers } from "../packages/agent/test/node/faults/take-overs.ts";
import { runCrowd } from "../packages/coding-agent/test/faults/crowd.ts";
import { runKilledModes } from "../packages/coding-agent/test/faults/killed-modes.ts";
import { Random } from "../packages/coding-agent/test/faults/random.ts";
import { runMergeKills } from "../packages/extensions/worktree/test/kills.ts";

const [kills = "500", takeOvers = "200", mergeKills = "100", modeKills = "100", crowd = "64"] = process.argv.slice(2);
const killed = await runKills(Number(kills));
console.log(`killed ${killed.kills} times: ${killed.shown} entries shown, ${killed.effects} effects`);
console.log(
  `  unreadable sessions ${killed.unreadable.length}, lost entries ${killed.lost.length}, repeated effects ${killed.repeated.length}, damaged lines ${killed.damaged.length}`,
);
console.log(`  lines cut off before they were shown ${killed.torn}, after ${killed.tornShown.length}`);
const taken = await runTakeOvers(Number(takeOvers));
console.log(`taken over ${taken.takeOvers} times: ${taken.written} entries written`);
console.log(
  `  two writers ${taken.twoWriters}, lost entries ${taken.lost.length}, damaged lines ${taken.damaged.length}, stale lock ${taken.staleLock}`,
);
console.log(`  lines cut off before they were acknowledged ${taken.torn}, after ${taken.tornWritten.length}`);
const merged = await runMergeKills(Number(mergeKills));
console.log(`killed ${merged.kills} times while merging: ${merged.merges} merges, ${merged.problems.length} problems`);
const random = new Random(Number(process.env.TAU_SEED ?? Math.floor(Math.random() * 2 ** 32)));
const reports = [await runKilledModes(Number(modeKills), random), await runCrowd(Number(crowd))];
for (const { name, cases, failures, facts = {} } of reports) {
  const figures = Object.entries(facts).map(([fact, value]) => `, ${fact} ${value}`);
  console.log(`${name}: ${cases} cases, ${failures.length} failures${figures.join("")} (TAU_SEED=${random.seed})`);
}
const broken = [
  ...reports.flatMap(({ failures }) => failures),
  ...merged.problems,
  ...killed.unreadable,
  ...killed.lost,
  ...killed.repeated,
  ...killed.damaged,
  ...killed.tornShown,
  ...taken.lost,
  ...taken.damaged,
  ...taken.tornWritten,
];
for (const message of broken.slice(0, 20)) console.log(`  ${message}`);
process.exitCode = broken.length + taken.twoWriters > 0 || taken.staleLock ? 1 : 0;
