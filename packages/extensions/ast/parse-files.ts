import type { SgNode } from "@ast-grep/napi";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { Candidate } from "./candidates.ts";
import type { Engine } from "./engine.ts";

/** Files that are read and parsed at the same time. */
const AT_ONCE = 8;
/** Files between two looks at whether enough was found. */
const BATCH = 64;

export interface ParsedFile extends Candidate {
  readonly text: string;
  readonly root: SgNode;
}

export interface ParseRequest {
  readonly files: readonly Candidate[];
  /** Whether a file with this text can be of interest. */
  readonly isWanted: (text: string) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Yields the parsed files in their order. Leaves out binary and large files, and those that are gone. */
export async function* parseFiles(
  pi: Pick<ExtensionAPI, "files">,
  engine: Engine,
  { files, isWanted, signal }: ParseRequest,
): AsyncGenerator<ParsedFile> {
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH);
    const parsed = new Array<ParsedFile | undefined>(batch.length);
    let next = 0;
    const work = async () => {
      while (next < batch.length) {
        signal?.throwIfAborted();
        const index = next++;
        const candidate = batch[index] as Candidate;
        const text = await pi.files.readText(candidate.file).catch(ignoreUnreadable);
        if (text !== undefined && isWanted(text))
          parsed[index] = { ...candidate, text, root: await engine.parse(candidate.language, text) };
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    for (const file of parsed) if (file) yield file;
  }
}

/** A file that was listed may be removed or unreadable by now: it has no matches. */
function ignoreUnreadable(error: unknown): undefined {
  if (error instanceof Error && "code" in error) return undefined;
  throw error;
}

/** Returns the first line with a syntax error, counted from 1. */
export function syntaxErrorLine(root: SgNode): number | undefined {
  const error = root.find({ rule: { kind: "ERROR" } });
  return error ? error.range().start.line + 1 : undefined;
}
