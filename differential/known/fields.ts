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
  /** By subject: an input with which at least one of the places differs. */
  readonly examples: Readonly<Record<string, unknown>>;
}

export function fieldDifferences(rows: readonly FieldDifference[]): KnownDifference[] {
  const named = new Map<string, Set<string>>();
  for (const { examples, paths } of rows)
    for (const subject of Object.keys(examples)) named.set(subject, new Set([...(named.get(subject) ?? []), ...paths]));
  return rows.flatMap(({ status, reason, paths, examples }) =>
    Object.entries(examples).map(([subject, example]) =>
      known<unknown>({
        subject,
        status,
        reason,
        example,
        matches: (difference) => isExplained(difference, new Set(paths), named.get(subject) ?? new Set()),
      }),
    ),
  );
}

function isExplained(difference: Difference, own: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  const places = leavesOf(difference).map(placeOf);
  return places.some((place) => own.has(place)) && places.every((place) => all.has(place));
}

/** The name of a place in the lists of rows. */
export function placeOf({ path, ours, theirs }: Leaf): string {
  if (ours === undefined) return `${path} (pi)`;
  return theirs === undefined ? `${path} (ours)` : path;
}
