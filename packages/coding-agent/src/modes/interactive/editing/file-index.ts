/** Lists what may be mentioned: paths relative to the project, folders with a slash at their end. */
export type ListProjectFiles = (root: string, signal: AbortSignal) => Promise<string[]>;

interface Listing {
  readonly paths: readonly string[];
  readonly lowered: readonly string[];
}

const LISTING_LIFETIME_MS = 10_000;
/** A listing this old is not believed where it has nothing: the file may have been made since. */
const DOUBTFUL_AFTER_MS = 200;
/** A name that begins with what was typed, one that has it, a path that has it, and one that has its letters in order. */
const TIERS = { nameStart: 0, name: 1, path: 2, letters: 3 } as const;
const TIER = 100_000;

/** The files of a project, searched at each key. A longer query looks only through what the shorter one found. */
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

  /** The best matches, best first. */
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

  /** One listing serves many keys. It outlives the key that began it; one that failed is tried again. */
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

/** Lower is better; undefined where a word does not occur. */
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

/** How far apart the letters of a word lie, each behind the one before. */
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

/** The lowest scores of many, without sorting them all. Equal ones go by their paths: files are listed in any order. */
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
