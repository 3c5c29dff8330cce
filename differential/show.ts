import { inspect } from "node:util";

const LONGEST = 1_500;

/** A value as one line of a report, with control characters visible. */
export function show(value: unknown): string {
  const text = inspect(value, {
    depth: 12,
    breakLength: Number.POSITIVE_INFINITY,
    maxStringLength: 800,
    maxArrayLength: 40,
  });
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}
