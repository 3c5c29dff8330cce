const FRESH_MS = 5000;

interface Search {
  readonly startedAt: number;
  readonly result: Promise<readonly string[]>;
}

/**
 * Searches for files whose results may be a few seconds old. The first search for a key is awaited. Once its result is no longer fresh, the
 * next call returns it and starts a search in the background.
 */
export class BackgroundSearch {
  private readonly freshMs: number;
  private readonly searches = new Map<string, Search>();
  private readonly results = new Map<string, readonly string[]>();

  constructor(freshMs = FRESH_MS) {
    this.freshMs = freshMs;
  }

  async find(key: string, search: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const last = this.searches.get(key);
    const isFresh = last !== undefined && performance.now() - last.startedAt < this.freshMs;
    const result = isFresh ? last.result : this.start(key, search);
    return this.results.get(key) ?? (await result);
  }

  private start(key: string, search: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const startedAt = performance.now();
    const result = search().then((paths) => {
      this.results.set(key, paths);
      return paths;
    });
    this.searches.set(key, { startedAt, result });
    // If a search in the background fails, the earlier result stays.
    result.catch(() => undefined);
    return result;
  }
}
