const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

/** Returns whether a line turns the paragraph above it into a heading. */
export function isUnderline(line: string): boolean {
  return UNDERLINE.test(line);
}

/** Removes the blanks at the start of each line, which mean nothing. Blanks at the end stay: they may be a line break. */
export function withoutLineIndent(text: string, from: "line start" | "within a line"): string {
  const stripped = text.replace(/\n[ \t]+/g, "\n");
  return from === "line start" ? stripped.replace(/^[ \t]+/, "") : stripped;
}
