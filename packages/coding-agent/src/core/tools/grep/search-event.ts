/** A matching line, or one near it. */
export interface FoundLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly isMatch: boolean;
}

/** Returns the lines in one record of ripgrep's JSON output; none for records about files or the whole search. */
export function parseSearchEvent(record: string): FoundLine[] {
  const isMatch = record.startsWith('{"type":"match"');
  if (!isMatch && !record.startsWith('{"type":"context"')) return [];
  const { data } = JSON.parse(record) as { data: SearchData };
  const path = textOf(data.path).replace(/^\.\//, "");
  return textOf(data.lines)
    .replace(/\r?\n$/, "")
    .split("\n")
    .map((text, index) => ({ path, line: (data.line_number ?? 1) + index, text: text.replace(/\r$/, ""), isMatch }));
}

interface SearchData {
  readonly path: SearchText;
  readonly lines: SearchText;
  readonly line_number: number | null;
}

/** Text that is not valid UTF-8 is given as base64. */
type SearchText = { readonly text: string } | { readonly bytes: string };

function textOf(value: SearchText): string {
  return "text" in value ? value.text : Buffer.from(value.bytes, "base64").toString();
}
