import type { Difference } from "../subject.ts";

/** One place where two values differ. */
export interface Leaf {
  /** Keys joined by points; positions in lists are `*`, and a list of another length is named with `[length]`. */
  readonly path: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Every place where two values differ. Lists of different lengths differ as a whole. */
export function leavesOf({ ours, theirs }: Pick<Difference, "ours" | "theirs">, path = ""): Leaf[] {
  if (Object.is(ours, theirs)) return [];
  if (!isObject(ours) || !isObject(theirs) || Array.isArray(ours) !== Array.isArray(theirs))
    return [{ path, ours, theirs }];
  const isList = Array.isArray(ours);
  if (isList && ours.length !== (theirs as unknown as unknown[]).length)
    return [{ path: `${path}[length]`, ours, theirs }];
  const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return [...keys].flatMap((key) => {
    const step = isList ? "*" : key;
    return leavesOf({ ours: ours[key], theirs: theirs[key] }, path === "" ? step : `${path}.${step}`);
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
