/** The long form of the fault test: `npm run test:faults [kills]`. */
import { runKills } from "./kill-runs.ts";

const report = await runKills(Number(process.argv[2] ?? 500));
const { unreadable, lost, repeated } = report;
console.log(`killed ${report.kills} times: ${report.shown} entries shown, ${report.effects} effects`);
console.log(
  `unreadable sessions ${unreadable.length}, lost entries ${lost.length}, repeated effects ${repeated.length}`,
);
for (const message of [...unreadable, ...lost, ...repeated].slice(0, 20)) console.log(`  ${message}`);
process.exitCode = unreadable.length + lost.length + repeated.length === 0 ? 0 : 1;
