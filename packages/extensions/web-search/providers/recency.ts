import type { Recency } from "../tool.ts";

const DAYS: Readonly<Record<Recency, number>> = { day: 1, week: 7, month: 31, year: 366 };
const DAY_MS = 86_400_000;

/** Returns the earliest date of a result, for providers that take a date. */
export function dateBefore(recency: Recency, now = Date.now()): Date {
  return new Date(now - DAYS[recency] * DAY_MS);
}
