const UNITS = [
  [60_000, "min"],
  [3_600_000, "h"],
  [86_400_000, "d"],
] as const;

/** Formats a time as `5 min ago`, in the largest unit that fits. */
export function timeAgo(date: Date, now = Date.now()): string {
  const passed = Math.max(0, now - date.getTime());
  const found = UNITS.findLast(([limit]) => passed >= limit);
  return found ? `${Math.floor(passed / found[0])} ${found[1]} ago` : "just now";
}
