/**
 * The long form of the fault tests: `npm run test:faults [group[=count]…]`, for example `npm run test:faults -- soak=500 clock`. Without
 * groups, all of them. `TAU_SEED` repeats a run; `TAU_FAULT_MODES=print,rpc` leaves out the other modes.
 */
import { runKills } from "../packages/agent/test/node/faults/kill-runs.ts";
import { runTakeOvers } from "../packages/agent/test/node/faults/take-overs.ts";
import { FAULT_GROUPS, type FaultGroup } from "../packages/coding-agent/test/faults/fault-groups.ts";
import type { FaultReport } from "../packages/coding-agent/test/faults/fault-report.ts";
import { Random } from "../packages/coding-agent/test/faults/random.ts";
import { runAgentKills } from "../packages/extensions/task/test/agent-kills.ts";
import { runMergeKills } from "../packages/extensions/worktree/test/kills.ts";

const GROUPS: Readonly<Record<string, FaultGroup>> = {
  logs: { count: 500, run: killWriters },
  takeovers: { count: 200, run: takeOver },
  merges: { count: 100, run: killMerges },
  agents: { count: 100, run: killAgents },
  ...FAULT_GROUPS,
};
const MOST_FAILURES = 20;

const chosen = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(GROUPS);
const unknown = chosen.map(nameOf).filter((name) => !(name in GROUPS));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(", ")}. There are: ${Object.keys(GROUPS).join(", ")}.`);
  process.exit(2);
}
const seed = Number(process.env.TAU_SEED ?? Math.floor(Math.random() * 2 ** 32));
console.log(`TAU_SEED=${seed}`);
let [cases, failures] = [0, 0];
for (const choice of chosen) {
  const report = await runGroup(choice);
  cases += report.cases;
  failures += report.failures.length;
}
console.log(`all: ${cases} cases, ${failures} failures (TAU_SEED=${seed})`);
process.exitCode = failures > 0 ? 1 : 0;

function nameOf(choice: string): string {
  return choice.split("=")[0] ?? "";
}

async function runGroup(choice: string): Promise<FaultReport> {
  const { count = 0, run } = GROUPS[nameOf(choice)] as FaultGroup;
  const begun = performance.now();
  // Each group has random numbers of its own, so that a group alone repeats what it did among the others.
  const report = await run(Number(choice.split("=")[1] ?? count), new Random(seed)).catch(asReport);
  const seconds = Math.round((performance.now() - begun) / 1000);
  const facts = Object.entries(report.facts ?? {}).map(([fact, value]) => `, ${fact} ${value}`);
  const skipped = report.cases === 0 ? " (skipped: this machine cannot make the fault)" : "";
  const figures = `${report.cases} cases, ${report.failures.length} failures${facts.join("")}, ${seconds} s${skipped}`;
  console.log(`${nameOf(choice)}: ${report.name}: ${figures}`);
  for (const failure of report.failures.slice(0, MOST_FAILURES)) console.log(`  ${failure}`);
  return report;

  function asReport(error: unknown): FaultReport {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { name: "did not end", cases: 1, failures: [text] };
  }
}

async function killWriters(kills: number): Promise<FaultReport> {
  const killed = await runKills(kills);
  const { shown, effects, torn } = killed;
  const failures = [...killed.unreadable, ...killed.lost, ...killed.repeated, ...killed.damaged, ...killed.tornShown];
  const facts = { "entries shown": shown, effects, "lines cut off before they were shown": torn };
  return { name: "kills of writers", cases: killed.kills, failures, facts };
}

async function takeOver(count: number): Promise<FaultReport> {
  const taken = await runTakeOvers(count);
  const failures = [
    ...taken.lost,
    ...taken.damaged,
    ...taken.tornWritten,
    ...(taken.twoWriters > 0 ? [`two writers at once ${taken.twoWriters} times`] : []),
    ...(taken.staleLock ? ["a stale lock was left"] : []),
  ];
  const facts = { "entries written": taken.written, "lines cut off before they were acknowledged": taken.torn };
  return { name: "sessions that are taken over", cases: taken.takeOvers, failures, facts };
}

async function killMerges(count: number): Promise<FaultReport> {
  const { kills, merges, problems } = await runMergeKills(count);
  return { name: "kills while worktrees are merged", cases: kills, failures: problems, facts: { merges } };
}

async function killAgents(count: number, random: Random): Promise<FaultReport> {
  const { kills, merged, atWork, problems } = await runAgentKills(count, () => random.next());
  const facts = { "while agents worked": atWork, "agents merged before the kill": merged };
  return { name: "kills while 8 agents edit one repository", cases: kills, failures: problems, facts };
}
