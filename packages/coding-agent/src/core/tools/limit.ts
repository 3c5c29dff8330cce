import { ToolError } from "./tool-error.ts";

/** Returns the limit that the model gave, or the default. Throws if it is below 1. */
export function checkLimit(limit: number | undefined, defaultLimit: number): number {
  if (limit === undefined) return defaultLimit;
  if (limit >= 1) return Math.floor(limit);
  throw new ToolError("invalid-argument", `limit must be at least 1; got ${limit}.`);
}
