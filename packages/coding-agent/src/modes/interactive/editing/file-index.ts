/** Lists the paths that can be mentioned, relative to the project. Folders end with a slash. */
export type ListProjectFiles = (root: string, signal: AbortSignal) => Promise<string[]>;

interface Listing {
  readonly paths: readonly string[];
  readonly lowered: readonly string[];
}

const LISTING_LIFETIME_MS = 10_000;
/** If a listing older than this has no match, the files are listed again: the file may be new. */
const DOUBTFUL_AFTER_MS = 200;
/** Ranking: the name starts with the word, the name contains it, the path contains it, or the path contains its letters in order. */
const TIERS = { nameStart: 0, name: 1, path: 2, letters: 3 } as const;
const TIER = 100_000;

/** The files of a project, searched at each key. A longer query searches only the results of the shorter one. */
export class FileIndex {
  private readonly root: string;
  private readonly list: ListProjectFiles;
  private readonly now: () => number;
  private listing: { readonly at: number; readonly files: Promise<Listing> } | undefined;
  private previous:
    | { readonly query: string; readonly listing: Listing; readonly found: readonly number[] }
    | undefined;

  constructor(root: string, list: ListProjectFiles, now: () => number = Date.now) {
    this.root = root;
    this.list = list;
    this.now = now;
  }

  /** Resolves to the best matches, best first. */
  async search(query: string, limit: number): Promise<string[]> {
    const found = this.searchIn(await this.load(LISTING_LIFETIME_MS), query, limit);
    if (found.length > 0 || !this.isOlderThan(DOUBTFUL_AFTER_MS)) return found;
    return this.searchIn(await this.load(DOUBTFUL_AFTER_MS), query, limit);
  }

  private searchIn(listing: Listing, query: string, limit: number): string[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found: number[] = [];
    const best = new BestOf(limit);
    const consider = (index: number) => {
      const path = listing.lowered[index] ?? "";
      const score = scoreOf(path, words);
      if (score === undefined) return;
      found.push(index);
      best.offer({ index, score, path });
    };
    const { previous } = this;
    if (previous?.listing === listing && query.startsWith(previous.query)) previous.found.forEach(consider);
    else for (let index = 0; index < listing.paths.length; index++) consider(index);
    this.previous = { query, listing, found };
    return best.indices().map((index) => listing.paths[index] ?? "");
  }

  /** Resolves to a listing, which is reused for many keys and not aborted with the key that started it. A failed listing is tried again. */
  private async load(lifetimeMs: number): Promise<Listing> {
    if (!this.listing || this.isOlderThan(lifetimeMs)) {
      const files = this.list(this.root, new AbortController().signal).then((paths) => ({
        paths,
        lowered: paths.map((path) => path.toLowerCase()),
      }));
      this.listing = { at: this.now(), files };
      files.catch(() => {
        this.listing = undefined;
      });
    }
    return await this.listing.files;
  }

  private isOlderThan(lifetimeMs: number): boolean {
    return this.listing !== undefined && this.now() - this.listing.at > lifetimeMs;
  }
}

/** Returns the score of a path, lower is better. Undefined if a word does not occur. */
function scoreOf(path: string, words: readonly string[]): number | undefined {
  let total = path.length;
  const name = path.lastIndexOf("/", path.length - 2) + 1;
  for (const word of words) {
    const score = wordScore(path, name, word);
    if (score === undefined) return undefined;
    total += score;
  }
  return total;
}

function wordScore(path: string, name: number, word: string): number | undefined {
  if (path.startsWith(word, name)) return TIERS.nameStart * TIER;
  const inName = path.indexOf(word, name);
  if (inName >= 0) return TIERS.name * TIER + inName - name;
  const inPath = path.indexOf(word);
  if (inPath >= 0) return TIERS.path * TIER + inPath;
  if (word.length === 1) return undefined;
  const spread = lettersSpread(path, word, name) ?? lettersSpread(path, word, 0);
  return spread === undefined ? undefined : TIERS.letters * TIER + spread * 10;
}

/** Returns the distance between the first and the last letter of the word, if all occur in order. */
function lettersSpread(path: string, word: string, from: number): number | undefined {
  let at = from - 1;
  let first = -1;
  for (let index = 0; index < word.length; index++) {
    at = path.indexOf(word.charAt(index), at + 1);
    if (at < 0) return undefined;
    if (first < 0) first = at;
  }
  return at - first;
}

interface Candidate {
  readonly index: number;
  readonly score: number;
  readonly path: string;
}

/** Collects the lowest scores without sorting all. Breaks ties by path, because files are listed in any order. */
class BestOf {
  private readonly limit: number;
  private kept: Candidate[] = [];
  private worst: Candidate | undefined;

  constructor(limit: number) {
    this.limit = limit;
  }

  offer(candidate: Candidate): void {
    if (this.worst && compare(candidate, this.worst) >= 0) return;
    this.kept.push(candidate);
    if (this.kept.length >= this.limit * 4) this.shrink();
  }

  indices(): number[] {
    this.shrink();
    return this.kept.map(({ index }) => index);
  }

  private shrink(): void {
    this.kept = this.kept.sort(compare).slice(0, this.limit);
    if (this.kept.length === this.limit) this.worst = this.kept.at(-1);
  }
}

function compare(a: Candidate, b: Candidate): number {
  if (a.score !== b.score || a.path === b.path) return a.score - b.score || a.index - b.index;
  return a.path < b.path ? -1 : 1;
}
