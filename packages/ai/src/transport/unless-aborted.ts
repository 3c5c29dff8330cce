/** Stops waiting when the signal aborts, even if what a program does meanwhile ignores the signal. */
export async function unlessAborted<Result>(
  work: Result | Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (!signal || !(work instanceof Promise)) return await work;
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
    // A failure after the abort must not be an unhandled rejection.
    work.catch(() => undefined);
  }
}
