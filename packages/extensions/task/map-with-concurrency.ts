export interface MappedItems<R> {
  /** In the order of the items; undefined for items that were not started. */
  readonly results: readonly (R | undefined)[];
  readonly aborted: boolean;
}

/**
 * Runs a function over items with limited concurrency. After an abort it starts no more items and waits for the running ones. The
 * first error aborts the others and rejects.
 */
export async function mapWithConcurrency<T, R>(
  items: readonly T[],
  limit: number,
  run: (item: T, index: number, signal: AbortSignal) => Promise<R>,
  signal?: AbortSignal,
): Promise<MappedItems<R>> {
  const stop = new AbortController();
  const any = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const results = new Array<R | undefined>(items.length).fill(undefined);
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) {
      if (any.aborted) return;
      results[index] = await run(item, index, any);
    }
  };
  const workers = Math.max(1, Math.min(Math.floor(limit), items.length));
  const running = Array.from({ length: workers }, async () => {
    try {
      await work();
    } catch (error) {
      stop.abort();
      throw error;
    }
  });
  const failed = (await Promise.allSettled(running)).find((each) => each.status === "rejected");
  if (failed && !signal?.aborted) throw failed.reason;
  return { results, aborted: signal?.aborted ?? false };
}
