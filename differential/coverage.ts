import exportNames from "./exports.json" with { type: "json" };
import { notComparable } from "./not-comparable.ts";

/**
 * Every runtime export of pi is read by a subject on both sides or is named as not comparable. What is returned says which is neither, and which
 * is named although a subject reads it.
 */
export function uncovered(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): string[] {
  const names = Object.entries(exportNames).flatMap(([pack, list]) => list.map((name) => `${pack}.${name}`));
  const missing = names.filter((name) => !(ours.has(name) && theirs.has(name)) && !(name in notComparable));
  const unknown = Object.keys(notComparable).filter((name) => !names.includes(name));
  return [
    ...missing.map((name) => `not covered: ${name} is read by no subject and not named in not-comparable.ts`),
    ...unknown.map((name) => `not an export: ${name} in not-comparable.ts`),
  ];
}
