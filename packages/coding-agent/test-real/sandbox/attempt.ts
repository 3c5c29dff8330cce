import type { Place } from "./place.ts";

/** One way out of the sandbox. It held if nothing outside changed, no secret was shown, and no server or process was reached. */
export interface EscapeAttempt {
  readonly name: string;
  /** A script for bash. It prints ESCAPED where only the script can know that it got out. */
  readonly script: (place: Place) => string;
  /** Harmless enough to be tried without a sandbox, where it has to succeed: so the attempt is a real one. */
  readonly isControlled?: true;
  /** Done outside when the script has written READY. */
  readonly during?: (place: Place) => void;
}

export function attempts(rows: Record<string, EscapeAttempt["script"] | string>): EscapeAttempt[] {
  return Object.entries(rows).map(([name, script]) => ({
    name,
    script: typeof script === "string" ? () => script : script,
  }));
}

/** The same, of those that have to succeed without a sandbox. */
export function controlled(rows: Record<string, EscapeAttempt["script"] | string>): EscapeAttempt[] {
  return attempts(rows).map((attempt) => ({ ...attempt, isControlled: true }));
}
