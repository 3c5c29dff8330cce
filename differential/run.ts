// Runs pi's published packages beside ours on the same inputs and reports what differs.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { firstDifference } from "./comparable.ts";
import { Comparison } from "./comparison.ts";
import { uncovered } from "./coverage.ts";
import { InstallError, installTheirs } from "./install.ts";
import { knownDifferences } from "./known/index.ts";
import { type Options, readOptions } from "./options.ts";
import { linkSearchPrograms } from "./search-programs.ts";
import { show } from "./show.ts";
import { Side } from "./side.ts";
import type { KnownDifference, Subject } from "./subject.ts";
import { subjects } from "./subjects/index.ts";

/** As for every command of this repository: the run could not begin. */
const NOT_SET_UP = 3;

/** Subjects for which pi needs programs that it otherwise downloads. */
const SEARCHES = ["coding-agent/grep", "coding-agent/find"];

const options = readOptions(process.argv.slice(2));
const entry = await installTheirs().then((installed) => installed.entry, explain);
if (entry === undefined) process.exit(NOT_SET_UP);
const scratch = await mkdtemp(join(tmpdir(), "tau-differential-"));
const { bin, missing } = await linkSearchPrograms(scratch);
process.env.PATH = `${bin}:${process.env.PATH}`;
const sides = { ours: new Side("ours", entry, scratch), theirs: new Side("theirs", entry, scratch) };
try {
  process.stdout.write(`seed ${options.seed}\n`);
  process.exitCode = await main(options);
} finally {
  await Promise.all([sides.ours.stop(), sides.theirs.stop()]);
  await rm(scratch, { recursive: true, force: true });
}

function explain(error: unknown): undefined {
  if (!(error instanceof InstallError)) throw error;
  process.stderr.write(`differential: ${error.message}\n`);
}

async function main(options: Options): Promise<number> {
  const { filters } = options;
  const wanted = subjects.filter(({ name }) => filters.length === 0 || filters.some((part) => name.includes(part)));
  const chosen = wanted.filter(({ name }) => missing.length === 0 || !SEARCHES.includes(name));
  if (chosen.length < wanted.length)
    process.stdout.write(`not compared: ${SEARCHES.join(", ")}; not installed here: ${missing.join(", ")}\n`);
  if (options.survey !== undefined) return survey(chosen, options.survey, options.seed);
  const comparisons = chosen.map((subject) => ({ subject, comparison: comparisonOf(subject) }));
  const stale: KnownDifference[] = [];
  for (const { comparison } of comparisons) stale.push(...(await comparison.checkRows()));
  const end = Date.now() + (options.minutes ?? 0) * 60_000;
  const start = Date.now();
  // The first pass is always whole; later ones end when the time is over.
  const rest = () => comparisons.filter(({ comparison }) => !comparison.findings.unexplained);
  for (let seed = options.seed; seed === options.seed || (Date.now() < end && rest().length > 0); seed++)
    for (const { subject, comparison } of rest())
      if (seed === options.seed || Date.now() < end) await pass(subject, comparison, seed);
  process.stdout.write(`ran for ${((Date.now() - start) / 60_000).toFixed(1)} minutes\n`);
  return report(comparisons, stale, filters.length === 0);
}

async function pass(subject: Subject, comparison: Comparison, seed: number): Promise<void> {
  const start = Date.now();
  await comparison.generate(seed, options.short ? 1 : 5);
  const took = `${((Date.now() - start) / 1000).toFixed(1)} s`;
  const result = comparison.findings.unexplained ? "DIFFERS" : "same";
  process.stdout.write(`${result.padEnd(8)}${took.padStart(8)}  ${subject.name}\n`);
}

function comparisonOf(subject: Subject): Comparison {
  const rows = knownDifferences.filter((row) => row.subject === subject.name);
  return new Comparison(subject, rows, sides);
}

function report(
  comparisons: readonly { subject: Subject; comparison: Comparison }[],
  stale: readonly KnownDifference[],
  isComplete: boolean,
): number {
  let unexplained = 0;
  for (const { subject, comparison } of comparisons) {
    const found = comparison.findings.unexplained;
    if (!found) continue;
    unexplained++;
    const { path, ours, theirs } = firstDifference(found.ours, found.theirs) ?? { path: "", ...found };
    process.stdout.write(`\n${subject.name} differs (--seed ${found.seed} ${subject.name})\n`);
    process.stdout.write(`  input:  ${show(found.input)}\n  at:     ${path || "(whole value)"}\n`);
    process.stdout.write(`  ours:   ${show(ours)}\n  theirs: ${show(theirs)}\n`);
    for (const detail of found.details)
      if (detail) process.stdout.write(`  ${detail.split("\n").slice(0, 3).join("\n  ")}\n`);
  }
  for (const row of stale)
    process.stdout.write(`warning: no longer differs, remove the row: ${row.subject}: ${row.reason}\n`);
  const gaps = isComplete ? uncovered(sides.ours.used, sides.theirs.used) : [];
  for (const gap of gaps) process.stdout.write(`${gap}\n`);
  const occurred = comparisons.flatMap(({ comparison }) => [...comparison.findings.occurred]);
  const count = (status: string) => occurred.filter((row) => row.status === status).length;
  const inputs = comparisons.reduce((sum, { comparison }) => sum + comparison.findings.inputs, 0);
  process.stdout.write(
    `differential: ${comparisons.length} subjects, ${inputs} inputs, ${unexplained} unexplained, ${count("accepted")} accepted, ${count("open")} open\n`,
  );
  return unexplained > 0 || gaps.length > 0 ? 1 : 0;
}

/** Every kind of difference among a number of inputs: for working through a subject. */
async function survey(chosen: readonly Subject[], count: number, seed: number): Promise<number> {
  for (const subject of chosen) {
    const comparison = comparisonOf(subject);
    await comparison.checkRows();
    const inputs = [...(subject.examples ?? []), ...fc.sample(subject.inputs, { numRuns: count, seed })];
    let differing = 0;
    let explained = 0;
    for (const input of inputs) {
      const difference = await comparison.compare(input);
      if (!difference) continue;
      differing++;
      if (comparison.explain(difference)) {
        explained++;
        continue;
      }
      if (differing - explained > 5) continue;
      const { path, ours, theirs } = firstDifference(difference.ours, difference.theirs) ?? { path: "", ...difference };
      process.stdout.write(`  ${show(input)}\n    at ${path}\n    ours   ${show(ours)}\n    theirs ${show(theirs)}\n`);
    }
    process.stdout.write(`${subject.name}: ${differing} of ${inputs.length} differ, ${explained} explained\n`);
  }
  return 0;
}
