/** Deeper than any value that is compared: below it, a cycle is the likelier explanation. */
const MAX_DEPTH = 40;

/**
 * A value reduced to what a program can rely on: plain data. Functions are their kind, members that are undefined are absent, and the folder of
 * the process has the same name on both sides.
 */
export function toComparable(value: unknown, root: string, depth = 0): unknown {
  if (typeof value === "string") return value.replaceAll(root, "<root>");
  if (typeof value === "function") return "[function]";
  if (typeof value === "symbol") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return "[too deep]";
  const inner = (part: unknown) => toComparable(part, root, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  if (value instanceof RegExp) return String(value);
  if (value instanceof Date) return { date: value.getTime() };
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("base64") };
  if (value instanceof Error) return { error: true };
  if (value instanceof Map) return { map: [...value].map(inner) };
  if (value instanceof Set) return { set: [...value].map(inner) };
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [inner(key), inner(member)]),
  );
}

/** Where two comparable values first differ, as a path of keys, with what lies there. */
export function firstDifference(
  ours: unknown,
  theirs: unknown,
  path = "",
): { path: string; ours: unknown; theirs: unknown } | undefined {
  if (Object.is(ours, theirs)) return undefined;
  if (!isObject(ours) || !isObject(theirs) || Array.isArray(ours) !== Array.isArray(theirs))
    return { path, ours, theirs };
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
    const found = firstDifference(ours[key], theirs[key], path === "" ? key : `${path}.${key}`);
    if (found) return found;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
