import { ExtensionHostError } from "../extension-host-error.ts";

/** Longer than a user would wait for a start. */
export const LOAD_LIMIT_MS = 30_000;

/** Resolves to the result of loading. Rejects if that takes longer than the limit; the code itself cannot be stopped. */
export async function withinLoadLimit<T>(loading: Promise<T>, limitMs: number = LOAD_LIMIT_MS): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  // The timer is not unref'd: the program must not end silently while it waits.
  const timer = setTimeout(
    () => reject(new ExtensionHostError("load-failed", `It did not finish loading within ${limitMs / 1000} seconds.`)),
    limitMs,
  );
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
