import { isRule } from "./block-start.ts";
import { CODE_INDENT, indentOf, isBlank, lineAt, withoutIndent } from "./line.ts";
import { type ListMarker, parseListMarker } from "./list-marker.ts";
import { OpenParagraph } from "./open-paragraph.ts";
import type { ListItem, ListToken, ParseContext } from "./tokens.ts";

/** Parses the list that begins at `start`. Blank lines after its last item are not part of it. */
export function parseList(source: string, start: number, context: ParseContext): ListToken | undefined {
  const first = parseListMarker(lineAt(source, start).text);
  if (!first) return undefined;
  const items: ListItem[] = [];
  let end = start;
  let next = start;
  for (;;) {
    const { text } = lineAt(source, next);
    const marker = isRule(text) ? undefined : parseListMarker(text);
    if (next >= source.length || marker?.kind !== first.kind) break;
    const item = readItem(source, next, marker);
    const previous = items.at(-1);
    if (previous) previous.raw += source.slice(end, next);
    items.push(toListItem(source.slice(next, item.end), item.content, context));
    end = item.end;
    next = skipBlank(source, end);
  }
  return { type: "list", raw: source.slice(start, end), ordered: first.ordered, start: first.number, items };
}

function readItem(source: string, start: number, marker: ListMarker): { content: string; end: number } {
  const first = lineAt(source, start);
  const item = new ItemLines(first.text, marker);
  let { end } = first;
  for (let at = end; at < source.length; ) {
    const line = lineAt(source, at);
    const taken = item.take(line.text);
    if (taken === "not") break;
    at = line.end;
    if (taken === "text") end = at;
  }
  return { content: item.lines.join("\n"), end };
}

class ItemLines {
  readonly lines: string[];
  private readonly indent: number;
  private readonly open: OpenParagraph;
  private blanks = 0;

  constructor(first: string, marker: ListMarker) {
    this.indent = contentIndent(first, marker);
    const text = withoutIndent(first.slice(marker.length), this.indent - marker.length);
    this.lines = [text];
    this.open = new OpenParagraph(text);
  }

  /** Adds a line to the item. Blank lines belong to the item only if more of its text follows. */
  take(line: string): "text" | "blank" | "not" {
    if (isBlank(line)) {
      this.blanks++;
      // An item may begin with one blank line, but not with two.
      return this.lines.length === 1 && isBlank(this.lines[0] ?? "") ? "not" : "blank";
    }
    const isInside = indentOf(line) >= this.indent;
    if (!isInside && !this.continuesList(line)) return "not";
    const text = isInside ? withoutIndent(line, this.indent) : line.trimStart();
    for (; this.blanks > 0; this.blanks--) this.lines.push("");
    this.lines.push(text);
    this.open.push(text);
    return "text";
  }

  /** Returns whether a line without the indent continues the last paragraph of the item. */
  private continuesList(line: string): boolean {
    return this.blanks === 0 && parseListMarker(line) === undefined && this.open.takesLazily(line);
  }
}

/** Returns the column where the text begins: after one to four blanks; with more of them, code begins after the first blank. */
export function contentIndent(text: string, marker: ListMarker): number {
  const rest = text.slice(marker.length);
  const blanks = indentOf(rest);
  return marker.length + (isBlank(rest) || blanks > CODE_INDENT ? 1 : blanks);
}

export const TASK = /^\[([ xX])\][ \t]+(?=\S)/;

function toListItem(raw: string, content: string, context: ParseContext): ListItem {
  const task = TASK.exec(content);
  const tokens = context.blocks(task ? content.slice(task[0].length) : content);
  return task ? { raw, checked: task[1] !== " ", tokens } : { raw, tokens };
}

function skipBlank(source: string, start: number): number {
  let at = start;
  while (at < source.length) {
    const line = lineAt(source, at);
    if (!isBlank(line.text)) break;
    at = line.end;
  }
  return at;
}
