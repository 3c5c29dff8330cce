import { type TestOptions, test } from "vitest";

/** One thing that someone tries, and what has to come of it. The manual counts these (`npm run docs`). */
export interface Attempt {
  readonly attempt: string;
  readonly outcome: string;
  /** What the machine has to allow, such as root for a disk of its own. */
  readonly needs?: () => boolean;
  readonly run: () => void | Promise<void>;
}

export function testAttempts(attempts: readonly Attempt[], options: TestOptions = {}): void {
  for (const { attempt, outcome, needs = () => true, run } of attempts)
    test.runIf(needs())(`${attempt}: ${outcome}`, options, run);
}
