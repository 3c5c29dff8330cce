/** One changed place in a file. Lines have one character per byte (latin1), since a file need not be UTF-8. */
export interface Hunk {
  /** The name for the model, such as `F3.1`. */
  readonly id: string;
  readonly oldStart: number;
  readonly oldLines: number;
  /** The lines of the diff, each with its prefix ` `, `-`, `+` or `\`. */
  readonly lines: readonly string[];
}

export interface FileChange {
  /** For example `F3`. */
  readonly id: string;
  /** The status letter of git: `A`, `D`, `M`, `R`, `C` or `T`. */
  readonly status: string;
  readonly path: string;
  /** The earlier path of a moved file. */
  readonly oldPath?: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldBlob: string;
  readonly newBlob: string;
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
  readonly isBinary: boolean;
  /** Whether the diff was too long: then the hunks are only its beginning. */
  readonly isCut: boolean;
}

const MODES: Readonly<Record<string, string>> = { "100755": "executable", "120000": "link", "160000": "submodule" };

/** Returns what a file is besides its text, such as `executable`, and what it was; empty for plain files. */
export function modeText({ oldMode, newMode }: Pick<FileChange, "oldMode" | "newMode">): string {
  const kind = (mode: string) => MODES[mode] ?? "plain file";
  const isNewOrGone = [oldMode, newMode].some((mode) => /^0*$/.test(mode));
  if (oldMode !== newMode && !isNewOrGone) return `${kind(oldMode)} -> ${kind(newMode)}`;
  return MODES[newMode] ?? MODES[oldMode] ?? "";
}

/** Returns whether the hunks of a file can go into different commits. */
export function isDivisible({ status, oldMode, newMode, hunks, isCut, isBinary }: FileChange): boolean {
  return status === "M" && oldMode === newMode && hunks.length > 1 && !isCut && !isBinary;
}

/** Returns the units that can be committed separately: the file, or each of its hunks. */
export function unitsOf(file: FileChange): readonly string[] {
  return isDivisible(file) ? file.hunks.map(({ id }) => id) : [file.id];
}

/** Applies some hunks to a file. Uses line numbers, so that repeated lines cannot cause mistakes. */
export function applyHunks(old: string, hunks: readonly Hunk[]): string {
  const lines = old.split(/(?<=\n)/);
  const parts: string[] = [];
  let at = 0;
  for (const { oldStart, oldLines, lines: changed } of hunks) {
    // A hunk without old lines comes after the line it names.
    const start = oldLines === 0 ? oldStart : oldStart - 1;
    parts.push(...lines.slice(at, start), ...newLines(changed));
    at = start + oldLines;
  }
  return [...parts, ...lines.slice(at)].join("");
}

/** Returns the new lines of a hunk. `\ No newline at end of file` applies to the line before it. */
function newLines(lines: readonly string[]): string[] {
  return lines.flatMap((line, index) => {
    if (!/^[ +]/.test(line)) return [];
    return [line.slice(1) + (lines[index + 1]?.startsWith("\\") ? "" : "\n")];
  });
}
