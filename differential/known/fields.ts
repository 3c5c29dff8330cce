import { type Difference, type KnownDifference, known } from "../subject.ts";
import { type Leaf, leavesOf } from "./leaves.ts";

/**
 * Members that differ for one reason. Values with several of them are explained together: each place where they differ must be named by a row of
 * the subject.
 */
export interface FieldDifference {
  readonly status: "accepted" | "open";
  readonly reason: string;
  /** Places as `leavesOf` names them, followed by `(ours)` or `(pi)` if only one side has the member. */
  readonly paths: readonly string[];
  /** Which of the differences at these places the reason covers; all of them unless given. */
  readonly accepts?: (leaf: Leaf, input: unknown) => boolean;
  /** By subject: an input with which at least one of the places differs. */
  readonly examples: Readonly<Record<string, unknown>>;
}

export function fieldDifferences(rows: readonly FieldDifference[]): KnownDifference[] {
  return rows.flatMap((row) =>
    Object.entries(row.examples).map(([subject, example]) => {
      const all = rows.filter(({ examples }) => subject in examples);
      return known<unknown>({
        subject,
        status: row.status,
        reason: row.reason,
        example,
        matches: (difference) => isExplained(difference, row, all),
      });
    }),
  );
}

function isExplained(difference: Difference, own: FieldDifference, all: readonly FieldDifference[]): boolean {
  const leaves = leavesOf(difference);
  const covers = (row: FieldDifference, leaf: Leaf) =>
    row.paths.includes(placeOf(leaf)) && (row.accepts?.(leaf, difference.input) ?? true);
  return leaves.some((leaf) => covers(own, leaf)) && leaves.every((leaf) => all.some((row) => covers(row, leaf)));
}

/** The name of a place in the lists of rows. */
export function placeOf({ path, ours, theirs }: Leaf): string {
  if (ours === undefined) return `${path} (pi)`;
  return theirs === undefined ? `${path} (ours)` : path;
}
