/** Lets callers wait until something that changes holds. */
export class StateWatch {
  private readonly listeners = new Set<() => void>();

  /** Call this after each change. */
  changed(): void {
    for (const listener of [...this.listeners]) listener();
  }

  /** Resolves to the first value that `check` returns, or to `undefined` if the time is up. Rejects if `signal` is aborted. */
  async until<T>(
    check: () => T | undefined,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  ): Promise<T | undefined> {
    signal?.throwIfAborted();
    const now = check();
    if (now !== undefined) return now;
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
    const onChange = () => {
      const value = check();
      if (value !== undefined) resolve(value);
    };
    const onAbort = () => reject(signal?.reason);
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    this.listeners.add(onChange);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.listeners.delete(onChange);
      signal?.removeEventListener("abort", onAbort);
    }
  }
}
