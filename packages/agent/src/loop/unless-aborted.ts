import { AgentError } from "../errors.ts";

export const DEFAULT_ABORT_GRACE_MS = 5000;

/**
 * Resolves to the outcome of `work`, or rejects with code `aborted` when the signal has fired and `graceMs` have passed. Does not stop the
 * work itself, which must observe the signal.
 */
export function unlessAborted<T>(work: T | Promise<T>, signal: AbortSignal | undefined, graceMs = 0): Promise<T> {
  const outcome = Promise.resolve(work);
  if (!signal) return outcome;
  return new Promise<T>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const giveUp = () => settle(() => reject(abortedError(signal)));
    const onAbort = () => {
      if (graceMs === 0) giveUp();
      else timer = setTimeout(giveUp, graceMs);
    };
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      finish();
    };
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    outcome.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}

export function abortedError(signal: AbortSignal): AgentError {
  return new AgentError("aborted", "The run was aborted.", { cause: signal.reason });
}

/** Returns whether `unlessAborted` threw the error, not the work itself. */
export function isAborted(error: unknown): boolean {
  return error instanceof AgentError && error.code === "aborted";
}
