import { escapeKind } from "./escape-sequence.ts";
import { StyleState } from "./style-state.ts";
import { type TextUnit, textUnits } from "./text-units.ts";

export interface ColumnSlice {
  readonly text: string;
  readonly width: number;
}

/** Returns the part of a line between two columns, with the style active there. `strict` omits a wide character that the end would split. */
export function sliceByColumn(line: string, startCol: number, length: number, strict = false): string {
  return sliceWithWidth(line, startCol, length, strict).text;
}

export function sliceWithWidth(line: string, startCol: number, length: number, strict = false): ColumnSlice {
  const slicer = new ColumnSlicer(startCol, startCol + length, strict);
  if (length > 0) {
    for (const unit of textUnits(line)) if (!slicer.take(unit)) break;
  }
  return { text: slicer.text, width: slicer.width };
}

/** Returns the parts of a line that an overlay leaves visible: the columns before it and those after it. */
export function extractSegments(
  line: string,
  beforeEnd: number,
  afterStart: number,
  afterLen: number,
  strictAfter = false,
): { before: string; beforeWidth: number; after: string; afterWidth: number } {
  const before = sliceWithWidth(line, 0, beforeEnd, true);
  const after = sliceWithWidth(line, afterStart, afterLen, strictAfter);
  return { before: before.text, beforeWidth: before.width, after: after.text, afterWidth: after.width };
}

/** Returns the columns of the grapheme that covers `column`. */
export function getGraphemeCellRange(line: string, column: number): { start: number; end: number } | undefined {
  let start = 0;
  for (const unit of textUnits(line)) {
    const end = start + unit.width;
    if (column >= start && column < end)
      return unit.kind === "run" ? { start: column, end: column + 1 } : { start, end };
    start = end;
  }
  return undefined;
}

/** Returns the target of the hyperlink that covers `column`. */
export function getOsc8LinkAtColumn(line: string, column: number): string | undefined {
  let start = 0;
  let url: string | undefined;
  for (const unit of textUnits(line)) {
    if (unit.kind === "escape" && escapeKind(unit.text) === "link") {
      url = /^\x1b\]8;[^;]*;(.*?)(?:\x07|\x1b\\)$/s.exec(unit.text)?.[1] || undefined;
    }
    if (unit.width > 0 && column >= start && column < start + unit.width) return url;
    start += unit.width;
  }
  return undefined;
}

class ColumnSlicer {
  text = "";
  width = 0;
  private column = 0;
  private readonly state = new StyleState();
  private readonly start: number;
  private readonly end: number;
  private readonly strict: boolean;

  constructor(start: number, end: number, strict: boolean) {
    this.start = start;
    this.end = end;
    this.strict = strict;
  }

  /** Returns false once no later unit can belong to the slice. */
  take(unit: TextUnit): boolean {
    if (unit.kind === "escape") this.takeEscape(unit.text);
    else if (unit.kind === "cluster") return this.takeCluster(unit);
    else if (unit.kind !== "control") this.takeCells(unit.kind === "tab" ? " ".repeat(unit.width) : unit.text);
    return this.column < this.end || unit.width === 0;
  }

  private takeEscape(sequence: string): void {
    const kind = escapeKind(sequence);
    if (kind === "other") return;
    this.state.apply(sequence);
    if (this.width > 0 || (kind === "mark" && this.column >= this.start)) this.text += sequence;
  }

  private takeCluster(unit: TextUnit): boolean {
    const from = this.column;
    const to = from + unit.width;
    if (unit.width === 0) {
      if (this.width > 0 && from <= this.end) this.text += unit.text;
      return true;
    }
    if (from >= this.end || (this.strict && to > this.end)) return false;
    this.column = to;
    if (from >= this.start) this.append(unit.text, unit.width);
    // The visible half of a wide character that begins before the slice becomes a blank, so that columns stay correct.
    else if (to > this.start) this.append(" ".repeat(to - this.start), to - this.start);
    return true;
  }

  private takeCells(cells: string): void {
    const from = this.column;
    const first = Math.max(0, this.start - from);
    const last = Math.min(cells.length, this.end - from);
    this.column = from + cells.length;
    if (last > first) this.append(cells.slice(first, last), last - first);
  }

  private append(text: string, width: number): void {
    if (this.width === 0) this.text += this.state.opening();
    this.text += text;
    this.width += width;
  }
}
