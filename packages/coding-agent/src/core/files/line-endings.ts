export type LineEnding = "\r\n" | "\n";

/** Returns the ending of the first line. Files that mix both endings are rare, and editors look at the first line too. */
export function detectLineEnding(content: string): LineEnding {
  const newline = content.indexOf("\n");
  return newline > 0 && content[newline - 1] === "\r" ? "\r\n" : "\n";
}

export function normalizeToLF(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

export function restoreLineEndings(text: string, ending: LineEnding): string {
  return ending === "\r\n" ? text.replaceAll("\n", "\r\n") : text;
}
