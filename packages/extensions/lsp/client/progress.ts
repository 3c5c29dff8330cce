/** The work that a server reports, such as loading a project. */
export class ServerProgress {
  private readonly active = new Map<string | number, string>();
  private readonly waiting = new Set<() => void>();

  /** Takes a `$/progress` notification. */
  take(params: unknown): void {
    const { token, value } = (params ?? {}) as { token?: string | number; value?: { kind?: string; title?: string } };
    if (token === undefined) return;
    if (value?.kind === "begin") this.active.set(token, value.title ?? "");
    if (value?.kind === "end") this.active.delete(token);
    if (this.active.size === 0) for (const resolve of this.waiting) resolve();
  }

  /** Returns the titles of the work in progress. */
  titles(): string[] {
    return [...this.active.values()];
  }

  /** Resolves when the server reports no more work, or when the time is up. */
  async idle(timeoutMs: number, signal?: AbortSignal): Promise<void> {
    if (this.active.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    const done = () => resolve();
    this.waiting.add(done);
    signal?.addEventListener("abort", done, { once: true });
    await promise;
    clearTimeout(timer);
    this.waiting.delete(done);
    signal?.removeEventListener("abort", done);
  }
}
