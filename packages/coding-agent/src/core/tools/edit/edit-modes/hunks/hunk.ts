export interface HunkLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** A change of some lines, with lines around them to find it by. */
export interface Hunk {
  readonly lines: readonly HunkLine[];
  /** Lines above, such as the head of the function, outermost first. */
  readonly headings: readonly string[];
  /** Its lines are the last of the file. */
  readonly isAtEnd: boolean;
}

/** Its lines as the file is to have them before. */
export function oldLines({ lines }: Hunk): string[] {
  return lines.filter(({ kind }) => kind !== "added").map(({ text }) => text);
}
