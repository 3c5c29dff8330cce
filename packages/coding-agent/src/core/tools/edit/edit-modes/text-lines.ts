/** A line of a file with its line end, which is empty at the end of a file without a final newline. */
export interface TextLine {
  readonly text: string;
  readonly end: "" | "\n" | "\r\n";
}

export function splitLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    if (newline === -1) return [...lines, { text: text.slice(start), end: "" }];
    const isCrlf = newline > start && text[newline - 1] === "\r";
    lines.push({ text: text.slice(start, isCrlf ? newline - 1 : newline), end: isCrlf ? "\r\n" : "\n" });
    start = newline + 1;
  }
  return lines;
}

export function joinLines(lines: readonly TextLine[]): string {
  return lines.map(({ text, end }) => text + end).join("");
}

/** Lines that replace `removed` lines at `at`. */
export interface LineChange {
  readonly at: number;
  readonly removed: number;
  readonly added: readonly string[];
}

/**
 * Applies changes that do not overlap and are in the order of the file. A new line gets the line end of the line it
 * replaces, or of the one before it. A final newline is kept, and none is added.
 */
export function changeLines(lines: readonly TextLine[], changes: readonly LineChange[]): TextLine[] {
  const usual = lines.find(({ end }) => end !== "")?.end ?? "\n";
  const lacksFinalNewline = lines.at(-1)?.end === "";
  const result: TextLine[] = [];
  let next = 0;
  for (const { at, removed, added } of changes) {
    for (; next < at; next++) result.push(lines[next] as TextLine);
    for (const [index, text] of added.entries()) {
      const replaced = index < removed ? lines[at + index] : undefined;
      result.push({ text, end: replaced?.end || result.at(-1)?.end || usual });
    }
    next = at + removed;
  }
  for (; next < lines.length; next++) result.push(lines[next] as TextLine);
  const last = result.length - 1;
  return result.map((line, index) => {
    if (index === last && lacksFinalNewline) return { text: line.text, end: "" };
    return line.end === "" ? { text: line.text, end: usual } : line;
  });
}
