export interface DiffFile {
  readonly path: string;
  /** The part of the diff with its header. */
  readonly diff: string;
  readonly additions: number;
  readonly deletions: number;
  readonly isBinary: boolean;
}

/** Splits a unified diff into its files. */
export function splitDiff(diff: string): DiffFile[] {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith("diff --git "))
    .map((part) => {
      const head = part.slice(0, hunkStart(part));
      const lines = part.slice(head.length).split("\n");
      return {
        path: pathIn(head),
        diff: part,
        additions: lines.filter((line) => line.startsWith("+")).length,
        deletions: lines.filter((line) => line.startsWith("-")).length,
        isBinary: /^(?:Binary files |GIT binary patch)/m.test(head),
      };
    });
}

function hunkStart(part: string): number {
  const at = part.search(/^@@ /m);
  return at < 0 ? part.length : at;
}

function pathIn(head: string): string {
  const named = /^\+\+\+ "?b\/(.+?)"?\t?$/m.exec(head)?.[1] ?? /^--- "?a\/(.+?)"?\t?$/m.exec(head)?.[1];
  return named ?? /^rename to (.+)$/m.exec(head)?.[1] ?? /^diff --git "?a\/.+?"? "?b\/(.+?)"?$/m.exec(head)?.[1] ?? "?";
}

/** Returns the changes of a file, without the content of a binary one. */
export function fileDiffText({ diff, isBinary }: DiffFile): string {
  if (!isBinary) return diff;
  return diff.replace(/^GIT binary patch[\s\S]*/m, "Binary file, not shown.\n");
}
