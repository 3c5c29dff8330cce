import { escapeKind } from "./escape-sequence.ts";
import { isPrintableAscii } from "./graphemes.ts";
import { StyleState } from "./style-state.ts";
import { type TextUnit, textUnits } from "./text-units.ts";

/**
 * Wraps at spaces and between wide characters; a word longer than a line is cut between graphemes. Each line fits `width`,
 * carries the style and hyperlink in force at its start, and ends whatever would show on padding. Lines are not padded.
 */
export function wrapTextWithAnsi(text: string, width: number): string[] {
  const columns = Math.max(1, Math.floor(width));
  const lines: string[] = [];
  const state = new StyleState();
  for (const line of text.includes("\r") ? text.split(/\r\n?|\n/) : text.split("\n")) {
    if (state.isPlain && isPrintableAscii(line)) wrapAscii(line, columns, lines);
    else new LineWrapper(columns, state, lines).wrap(line);
  }
  return lines;
}

/** The same rule as LineWrapper for the common case, by index arithmetic alone. */
function wrapAscii(line: string, width: number, lines: string[]): void {
  let start = 0;
  const first = lines.length;
  while (line.length - start > width) {
    const limit = start + width;
    let cut = limit;
    while (cut > start && line.charCodeAt(cut) !== SPACE) cut--;
    if (cut === start) {
      const next = skipSpaces(line, start);
      if (next === start) {
        lines.push(line.slice(start, limit));
        start = limit;
      } else start = next;
      continue;
    }
    const end = trimmedEnd(line, start, cut);
    if (end > start) lines.push(line.slice(start, end));
    start = skipSpaces(line, cut);
  }
  if (start < line.length || lines.length === first) lines.push(line.slice(start));
}

function skipSpaces(line: string, from: number): number {
  let index = from;
  while (line.charCodeAt(index) === SPACE) index++;
  return index;
}

function trimmedEnd(line: string, start: number, from: number): number {
  let end = from;
  while (end > start && line.charCodeAt(end - 1) === SPACE) end--;
  return end;
}

/** Closing marks that must not begin a line. */
const NEVER_FIRST = "、。，．・：；！？）］｝〉》」』】〕〗〙〛ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ";
const SPACE = 0x20;

class LineWrapper {
  private readonly width: number;
  private readonly state: StyleState;
  private readonly lines: string[];
  private line: string;
  private lineWidth = 0;
  private started = false;
  private gap: TextUnit[] = [];
  private gapWidth = 0;
  private word: TextUnit[] = [];
  private wordWidth = 0;

  constructor(width: number, state: StyleState, lines: string[]) {
    this.width = width;
    this.state = state;
    this.lines = lines;
    this.line = state.opening();
  }

  wrap(line: string): void {
    for (const unit of textUnits(line)) this.take(unit);
    this.placeWord();
    this.endLine();
  }

  private take(unit: TextUnit): void {
    if (unit.kind === "control") return;
    if (unit.kind === "escape") {
      if (escapeKind(unit.text) !== "other") (this.word.length > 0 ? this.word : this.gap).push(unit);
    } else if (unit.kind === "tab") this.takeSpace({ ...unit, text: " ".repeat(unit.width) });
    else if (unit.kind === "run") this.takeRun(unit.text);
    else this.takeCluster(unit);
  }

  private takeRun(text: string): void {
    let start = 0;
    while (start < text.length) {
      const isSpace = text.charCodeAt(start) === SPACE;
      let end = start + 1;
      while (end < text.length && (text.charCodeAt(end) === SPACE) === isSpace) end++;
      const piece: TextUnit = { kind: "run", text: text.slice(start, end), width: end - start };
      if (isSpace) this.takeSpace(piece);
      else this.takeLetters(piece);
      start = end;
    }
  }

  private takeCluster(unit: TextUnit): void {
    if (unit.text === " " || unit.text === "\u3000") {
      this.takeSpace(unit);
      return;
    }
    // A wide character is a word of its own, unless it is a mark that must stay with the one before.
    if (unit.width > 1 && this.wordWidth > 0 && !NEVER_FIRST.includes(unit.text.charAt(0))) this.placeWord();
    this.takeLetters(unit);
    this.wideBefore = unit.width > 1;
  }

  private wideBefore = false;

  private takeLetters(unit: TextUnit): void {
    if (this.wideBefore && unit.kind === "run") this.placeWord();
    this.wideBefore = false;
    this.word.push(unit);
    this.wordWidth += unit.width;
  }

  private takeSpace(unit: TextUnit): void {
    this.placeWord();
    this.wideBefore = false;
    this.gap.push(unit);
    this.gapWidth += unit.width;
  }

  private placeWord(): void {
    if (this.word.length === 0) return;
    if (this.lineWidth + this.gapWidth + this.wordWidth <= this.width) {
      this.appendGap();
      this.appendAll(this.word);
    } else {
      if (this.lineWidth > 0) this.breakLine();
      else this.dropGap();
      this.appendCut(this.word);
    }
    this.word = [];
    this.wordWidth = 0;
  }

  /** Spaces where a line breaks are dropped; the styles among them are not. */
  private dropGap(): void {
    for (const unit of this.gap) if (unit.kind === "escape") this.append(unit);
    this.gap = [];
    this.gapWidth = 0;
  }

  private appendGap(): void {
    this.appendAll(this.gap);
    this.gap = [];
    this.gapWidth = 0;
  }

  private appendAll(units: readonly TextUnit[]): void {
    for (const unit of units) this.append(unit);
  }

  private append(unit: TextUnit): void {
    if (unit.kind === "escape") this.state.apply(unit.text);
    this.line += unit.text;
    this.lineWidth += unit.width;
  }

  private appendCut(units: readonly TextUnit[]): void {
    for (const unit of units) {
      if (unit.kind === "run") this.appendCutRun(unit.text);
      else {
        if (unit.width > 0 && this.lineWidth + unit.width > this.width && this.lineWidth > 0) this.breakLine();
        this.append(unit.width > this.width ? UNSHOWABLE : unit);
      }
    }
  }

  private appendCutRun(text: string): void {
    let start = 0;
    while (start < text.length) {
      if (this.lineWidth >= this.width) this.breakLine();
      const end = Math.min(text.length, start + this.width - this.lineWidth);
      this.line += text.slice(start, end);
      this.lineWidth += end - start;
      start = end;
    }
  }

  private breakLine(): void {
    this.pushLine();
    for (const unit of this.gap) if (unit.kind === "escape") this.state.apply(unit.text);
    this.gap = [];
    this.gapWidth = 0;
    this.line = this.state.opening();
    this.lineWidth = 0;
  }

  private pushLine(): void {
    this.lines.push(this.line + this.state.lineEnding());
    this.started = true;
  }

  private endLine(): void {
    if (this.lineWidth + this.gapWidth <= this.width) this.appendGap();
    else this.dropGap();
    if (this.lineWidth > 0 || !this.started) this.pushLine();
  }
}

/** Stands for a character wider than the whole line. */
const UNSHOWABLE: TextUnit = { kind: "run", text: "?", width: 1 };
