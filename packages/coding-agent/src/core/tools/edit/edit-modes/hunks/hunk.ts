export interface HunkLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** A change to some lines, with surrounding lines to locate it. */
export interface Hunk {
  readonly lines: readonly HunkLine[];
  /** Lines above the hunk, such as the head of the function, outermost first. */
  readonly headings: readonly string[];
  /** The hunk's lines are the last lines of the file. */
  readonly isAtEnd: boolean;
}

/** Returns the lines that the file must have before the change. */
export function oldLines({ lines }: Hunk): string[] {
  return lines.filter(({ kind }) => kind !== "added").map(({ text }) => text);
}
