import { setTimeout as delay } from "node:timers/promises";
import { TestkitError } from "./testkit-error.ts";

export interface WaitOptions {
  /** 10,000 if absent: below the test runner's own limit, so that this message is the one that is seen. */
  readonly timeoutMs?: number;
  /** Looked at between checks. Changes that announce themselves are seen at once instead. */
  readonly intervalMs?: number;
  /** Resolves when something may have changed. */
  readonly changed?: () => Promise<void>;
  /** What to say of the state that never came; asked for once, at the end. */
  readonly describe: () => string;
}

/** Resolves with the first value that is not `undefined`. */
export async function waitUntil<T>(
  look: () => T | undefined | Promise<T | undefined>,
  { timeoutMs = 10_000, intervalMs = 2, changed, describe }: WaitOptions,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new TestkitError("timeout", `${describe()} (waited ${timeoutMs} ms)`);
    await (changed ? Promise.race([changed(), delay(50)]) : delay(intervalMs));
  }
}

/** As a predicate, so that a pattern may stand for it. A global pattern keeps no place between tests. */
export function asPredicate(pattern: string | RegExp | ((text: string) => boolean)): (text: string) => boolean {
  if (typeof pattern === "function") return pattern;
  if (typeof pattern === "string") return (text) => text.includes(pattern);
  return (text) => text.search(pattern) >= 0;
}
