import type { SgNode } from "@ast-grep/napi";
import type { Candidate } from "./candidates.ts";
import type { Engine } from "./engine.ts";
import type { ParsedFile } from "./parse-files.ts";

/** Files between two looks at whether enough was found. */
const BATCH = 512;
/** Larger files are hardly written by people. */
const MOST_LENGTH = 2 * 1024 * 1024;

export interface MatchedFile extends ParsedFile {
  readonly found: readonly SgNode[];
}

export interface MatchRequest {
  readonly files: readonly Candidate[];
  readonly pattern: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Yields the files with matches, in their order. The engine reads, parses and compares on all cores, and hands over nothing but what matches.
 * Its own languages alone can be searched in this way. Leaves out binary and large files, and those that are gone.
 */
export async function* findMatches(
  engine: Engine,
  { files, pattern, signal }: MatchRequest,
): AsyncGenerator<MatchedFile> {
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH);
    const byPath = await matchBatch(engine, batch, pattern, signal);
    for (const candidate of batch) {
      const found = byPath.get(candidate.file) ?? [];
      const root = found[0]?.getRoot().root();
      const text = root?.text() ?? "";
      if (root && text.length <= MOST_LENGTH && !text.includes("\0")) yield { ...candidate, text, root, found };
    }
  }
}

async function matchBatch(
  engine: Engine,
  batch: readonly Candidate[],
  pattern: string,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, readonly SgNode[]>> {
  const byPath = new Map<string, readonly SgNode[]>();
  for (const language of new Set(batch.map((file) => file.language))) {
    signal?.throwIfAborted();
    const paths = batch.filter((file) => file.language === language).map(({ file }) => file);
    for (const found of await engine.findInFiles(language, paths, pattern)) {
      const [first] = found;
      if (first) byPath.set(first.getRoot().filename(), found);
    }
  }
  return byPath;
}
