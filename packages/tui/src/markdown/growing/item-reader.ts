import { indentOf, isBlank, lineAt, withoutIndent } from "../parse/line.ts";
import { contentIndent, TASK } from "../parse/list.ts";
import { type ListMarker, parseListMarker } from "../parse/list-marker.ts";
import { type LineReader, type LineStart, lazyLine } from "./open-container.ts";

/** Removes the marker and the indent from the lines of a list item. */
export class ItemReader implements LineReader {
  private readonly marker: ListMarker;
  private readonly indent: number;
  /** Whether only the marker was read so far. */
  private isBare = true;
  private isFirst = true;

  /** Returns undefined while the first line could still become something else. */
  static from(source: string): ItemReader | undefined {
    const { text, end } = lineAt(source, 0);
    const marker = parseListMarker(text);
    if (!marker) return undefined;
    const content = text.slice(marker.length).trim();
    const isDecided = end < source.length || content.length > MAX_BOX;
    return isDecided ? new ItemReader(marker, contentIndent(text, marker)) : undefined;
  }

  private constructor(marker: ListMarker, indent: number) {
    this.marker = marker;
    this.indent = indent;
  }

  start(line: string, state: { readonly isComplete: boolean; readonly isParagraphOpen: boolean }): LineStart {
    if (this.isFirst) return this.startFirst(line);
    // An item may begin with one blank line, but not with two.
    if (isBlank(line)) return !state.isComplete ? "wait" : this.isBare ? "end" : "blank";
    this.isBare = false;
    if (indentOf(line) >= this.indent) return { content: withoutIndent(line, this.indent), isLazy: false };
    return state.isParagraphOpen ? lazyLine(line) : "end";
  }

  private startFirst(line: string): LineStart {
    this.isFirst = false;
    const text = withoutIndent(line.slice(this.marker.length), this.indent - this.marker.length);
    this.isBare = isBlank(text);
    const box = TASK.exec(text)?.[0] ?? "";
    return { content: text.slice(box.length), isLazy: false, box };
  }
}

/** The length of `[x]`. */
const MAX_BOX = 3;
