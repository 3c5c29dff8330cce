/** One place of a file that changes. Lines have one character per byte: a file need not be UTF-8. */
export interface Hunk {
  /** `F3.1`: what the model calls it. */
  readonly id: string;
  readonly oldStart: number;
  readonly oldLines: number;
  /** As in a diff, each with its ` `, `-`, `+` or `\`. */
  readonly lines: readonly string[];
}

export interface FileChange {
  /** `F3`. */
  readonly id: string;
  /** `A`, `D`, `M`, `R`, `C` or `T`, as git has it. */
  readonly status: string;
  readonly path: string;
  /** Where it was, if it moved. */
  readonly oldPath?: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldBlob: string;
  readonly newBlob: string;
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
  readonly isBinary: boolean;
  /** Too long to be kept: the hunks are only the beginning. */
  readonly isCut: boolean;
}

/** Whether its hunks can go into different commits. */
export function isDivisible({ status, oldMode, newMode, hunks, isCut, isBinary }: FileChange): boolean {
  return status === "M" && oldMode === newMode && hunks.length > 1 && !isCut && !isBinary;
}

/** What can be put into a commit by itself: a file, or one hunk of it. */
export function unitsOf(file: FileChange): readonly string[] {
  return isDivisible(file) ? file.hunks.map(({ id }) => id) : [file.id];
}

/** The file with some of its hunks applied: by line numbers, so that a repeated line cannot mislead it. */
export function applyHunks(old: string, hunks: readonly Hunk[]): string {
  const lines = old.split(/(?<=\n)/);
  const parts: string[] = [];
  let at = 0;
  for (const { oldStart, oldLines, lines: changed } of hunks) {
    // A hunk without old lines stands behind the line it names.
    const start = oldLines === 0 ? oldStart : oldStart - 1;
    parts.push(...lines.slice(at, start), ...newLines(changed));
    at = start + oldLines;
  }
  return [...parts, ...lines.slice(at)].join("");
}

/** `\ No newline at end of file` belongs to the line before it. */
function newLines(lines: readonly string[]): string[] {
  return lines.flatMap((line, index) => {
    if (!/^[ +]/.test(line)) return [];
    return [line.slice(1) + (lines[index + 1]?.startsWith("\\") ? "" : "\n")];
  });
}
