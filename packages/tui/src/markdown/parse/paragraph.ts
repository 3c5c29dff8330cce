const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

/** Whether a line makes a heading of the paragraph above it. */
export function isUnderline(line: string): boolean {
  return UNDERLINE.test(line);
}

/** Blanks at the start of a line mean nothing; at its end they may be a break. */
export function withoutLineIndent(text: string, from: "line start" | "within a line"): string {
  const stripped = text.replace(/\n[ \t]+/g, "\n");
  return from === "line start" ? stripped.replace(/^[ \t]+/, "") : stripped;
}
