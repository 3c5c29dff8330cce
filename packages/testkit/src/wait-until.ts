import { setTimeout as delay } from "node:timers/promises";
import { TestkitError } from "./testkit-error.ts";

export interface WaitOptions {
  /** Default: 30,000, which is below the test runner's own limit, so that this error message is shown. */
  readonly timeoutMs?: number;
  /** The time between checks. With `changed`, changes are seen at once instead. */
  readonly intervalMs?: number;
  /** Resolves when something may have changed. */
  readonly changed?: () => Promise<void>;
  /** Returns the error message for a timeout. Called once, at the end. */
  readonly describe: () => string;
}

/** Resolves to the first value that is not `undefined`. */
export async function waitUntil<T>(
  look: () => T | undefined | Promise<T | undefined>,
  { timeoutMs = 30_000, intervalMs = 2, changed, describe }: WaitOptions,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new TestkitError("timeout", `${describe()} (waited ${timeoutMs} ms)`);
    await (changed ? Promise.race([changed(), delay(50)]) : delay(intervalMs));
  }
}

/** Turns a pattern into a predicate. A global pattern keeps no state between tests. */
export function asPredicate(pattern: string | RegExp | ((text: string) => boolean)): (text: string) => boolean {
  if (typeof pattern === "function") return pattern;
  if (typeof pattern === "string") return (text) => text.includes(pattern);
  return (text) => text.search(pattern) >= 0;
}
