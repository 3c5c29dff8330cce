import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { CRASHES, HANGS, type Side } from "./side.ts";
import type { Difference, KnownDifference, Subject } from "./subject.ts";

const DEFAULT_RUNS = 200;
const DEFAULT_TIMEOUT_MS = 20_000;
/** How many times longer the second attempt may take. */
const PATIENCE = 4;
/** Where shrinking stops: a larger counterexample now is better than a smaller one in an hour. */
const SHRINK_LIMIT_MS = 30_000;

export interface Sides {
  readonly ours: Side;
  readonly theirs: Side;
}

/** What was found out about one subject. */
export interface Findings {
  inputs: number;
  /** One per known row that occurred. */
  readonly occurred: Set<KnownDifference>;
  unexplained: (Difference & { seed: number; details: (string | undefined)[] }) | undefined;
}

/** Runs one subject in both sides and sorts what differs. */
export class Comparison {
  readonly findings: Findings = { inputs: 0, occurred: new Set(), unexplained: undefined };
  readonly #subject: Subject;
  readonly #rows: readonly KnownDifference[];
  readonly #sides: Sides;
  /** Rows whose example makes ours fail as a whole: no other row explains that. */
  readonly #ofFailures = new Set<KnownDifference>();

  constructor(subject: Subject, rows: readonly KnownDifference[], sides: Sides) {
    this.#subject = subject;
    this.#rows = rows;
    this.#sides = sides;
  }

  /** The examples of the known rows; those that no longer differ are returned. */
  async checkRows(): Promise<KnownDifference[]> {
    const stale: KnownDifference[] = [];
    for (const row of this.#rows) {
      const difference = await this.compare(row.example);
      if (difference && isFailure(difference.ours)) this.#ofFailures.add(row);
      if (!difference) stale.push(row);
      else if (explains(row, difference)) this.findings.occurred.add(row);
      else this.#unexplained(difference, 0);
    }
    return stale;
  }

  async generate(seed: number, factor: number): Promise<void> {
    let deadline = Number.POSITIVE_INFINITY;
    const property = fc.asyncProperty(this.#subject.inputs, async (input) => {
      if (Date.now() > deadline) return true;
      const difference = await this.compare(input);
      if (!difference || this.explain(difference)) return true;
      this.#unexplained(difference, seed);
      deadline = Math.min(deadline, Date.now() + SHRINK_LIMIT_MS);
      return false;
    });
    const outcome = await fc.check(property, {
      seed,
      numRuns: Math.ceil((this.#subject.runs ?? DEFAULT_RUNS) * factor) + (this.#subject.examples?.length ?? 0),
      examples: (this.#subject.examples ?? []).map((input): [unknown] => [input]),
    });
    // A failure that is no difference is one of the harness: whatever it hid would count as the same.
    if (outcome.failed && !this.findings.unexplained)
      throw new Error(`${this.#subject.name} could not be compared (seed ${seed})`, { cause: outcome.errorInstance });
    if (this.#subject.leavesState) await Promise.all([this.#sides.ours.stop(), this.#sides.theirs.stop()]);
  }

  async compare(input: unknown): Promise<Difference | undefined> {
    this.findings.inputs++;
    const timeout = this.#subject.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const { ours, theirs } = this.#sides;
    const { name } = this.#subject;
    let [a, b] = await Promise.all([ours.run(name, input, timeout), theirs.run(name, input, timeout)]);
    // A machine that does something else meanwhile is no hang.
    if (a === HANGS) a = await ours.run(name, input, timeout * PATIENCE);
    if (b === HANGS) b = await theirs.run(name, input, timeout * PATIENCE);
    if (this.#subject.read) {
      const written = [a, b];
      [a, b] = await Promise.all([readAll(ours, name, written, timeout), readAll(theirs, name, written, timeout)]);
    }
    return isDeepStrictEqual(a, b) ? undefined : { input, ours: a, theirs: b };
  }

  explain(difference: Difference): KnownDifference | undefined {
    const rows = isFailure(difference.ours) ? [...this.#ofFailures] : this.#rows;
    const row = rows.find((each) => explains(each, difference));
    if (row) this.findings.occurred.add(row);
    return row;
  }

  #unexplained(difference: Difference, seed: number): void {
    this.findings.unexplained = { ...difference, seed, details: [this.#sides.ours.detail, this.#sides.theirs.detail] };
  }
}

/** Whether a side failed as a whole: no value came back. */
function isFailure(value: unknown): boolean {
  return value === "[throws]" || value === CRASHES || value === HANGS;
}

/** Whether a row explains a difference. One that expects a value of another shape (an object where a call threw) does not. */
function explains(row: KnownDifference, difference: Difference): boolean {
  try {
    return row.matches(difference);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** What one side reads of all that was written. */
async function readAll(side: Side, name: string, written: readonly unknown[], timeoutMs: number): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const each of written) results.push(await side.run(name, each, timeoutMs, true));
  return results;
}
