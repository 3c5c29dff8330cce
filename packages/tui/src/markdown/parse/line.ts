const TAB_STOP = 4;
/** A line indented this much or more is code. */
export const CODE_INDENT = 4;

/** One line of a source, without its line feed. */
export interface Line {
  readonly text: string;
  /** The index after its line feed. */
  readonly end: number;
}

export function lineAt(source: string, start: number): Line {
  const feed = source.indexOf("\n", start);
  return feed < 0
    ? { text: source.slice(start), end: source.length }
    : { text: source.slice(start, feed), end: feed + 1 };
}

export function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code !== 0x20 && code !== 0x09) return false;
  }
  return true;
}

/** Returns whether a line begins with a letter, and so can only be text or the header of a table. */
export function startsWithLetter(text: string): boolean {
  const code = text.charCodeAt(0);
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code >= 0x80;
}

/** Returns the columns of white space before the text. */
export function indentOf(text: string): number {
  let columns = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x20) columns++;
    else if (code === 0x09) columns += TAB_STOP - (columns % TAB_STOP);
    else break;
  }
  return columns;
}

/** Removes the first `columns` columns of white space, or as many as there are. */
export function withoutIndent(text: string, columns: number): string {
  let column = 0;
  let index = 0;
  for (; index < text.length && column < columns; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x20) column++;
    else if (code === 0x09) column += TAB_STOP - (column % TAB_STOP);
    else break;
  }
  return " ".repeat(Math.max(0, column - columns)) + text.slice(index);
}
