/** Formats a line range as a suffix of a path: `:3-7`, `:3` or nothing. */
export function formatReadLineRange(offset: unknown, limit: unknown): string {
  const first = typeof offset === "number" ? offset : undefined;
  const count = typeof limit === "number" ? limit : undefined;
  if (first === undefined && count === undefined) return "";
  const start = first ?? 1;
  return count === undefined ? `:${start}` : `:${start}-${start + count - 1}`;
}
