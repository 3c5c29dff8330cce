import { ExtensionHostError } from "../extension-host-error.ts";

/** Longer than any start that a user would wait for. */
export const LOAD_LIMIT_MS = 30_000;

/** What the loading of an extension resolves to. Rejects where it takes longer than the limit; the code itself cannot be stopped. */
export async function withinLoadLimit<T>(loading: Promise<T>, limitMs: number = LOAD_LIMIT_MS): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  // Not unref'd: the program must not end silently while it waits.
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
