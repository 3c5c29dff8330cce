import { escapeKind } from "./escape-sequence.ts";
import type { StyleState } from "./style-state.ts";
import { type TextUnit, textUnits } from "./text-units.ts";

/** Closing punctuation and other characters that must not begin a line. */
const NEVER_FIRST = "、。，．・：；！？）］｝〉》」』】〕〗〙〛ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ";
const SPACE = 0x20;

/** Wraps one line of text that may arrive in pieces. */
export class LineWrapper {
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
  private wideBefore = false;
  /** Whether the current word is longer than a line: its beginning is already placed, and the rest follows directly. */
  private isCutting = false;

  constructor(width: number, state: StyleState, lines: string[]) {
    this.width = width;
    this.state = state;
    this.lines = lines;
    this.line = state.opening();
  }

  /** Adds more of the line. */
  feed(text: string): void {
    for (const unit of textUnits(text)) this.take(unit);
  }

  end(): void {
    this.placeWord();
    if (this.lineWidth + this.gapWidth <= this.width) this.appendGap();
    else this.dropGap();
    if (this.lineWidth > 0 || !this.started) this.pushLine();
  }

  /** Returns a copy that continues into other lines and leaves this wrapper unchanged. */
  fork(state: StyleState, lines: string[]): LineWrapper {
    const fork = new LineWrapper(this.width, state, lines);
    const { line, lineWidth, started, gapWidth, wordWidth, wideBefore, isCutting } = this;
    return Object.assign(fork, {
      line,
      lineWidth,
      started,
      gapWidth,
      wordWidth,
      wideBefore,
      isCutting,
      gap: [...this.gap],
      word: [...this.word],
    });
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
    // A wide character is a word of its own, unless it is punctuation that must stay with the character before.
    if (unit.width > 1 && (this.wordWidth > 0 || this.isCutting) && !NEVER_FIRST.includes(unit.text.charAt(0)))
      this.placeWord();
    this.takeLetters(unit);
    this.wideBefore = unit.width > 1;
  }

  private takeLetters(unit: TextUnit): void {
    if (this.wideBefore && unit.kind === "run") this.placeWord();
    this.wideBefore = false;
    this.word.push(unit);
    this.wordWidth += unit.width;
    if (!this.isCutting && this.wordWidth <= this.width) return;
    this.placeCut();
    this.isCutting = true;
  }

  private takeSpace(unit: TextUnit): void {
    this.placeWord();
    this.wideBefore = false;
    this.gap.push(unit);
    this.gapWidth += unit.width;
  }

  private placeWord(): void {
    this.isCutting = false;
    if (this.word.length === 0) return;
    if (this.lineWidth + this.gapWidth + this.wordWidth > this.width) {
      this.placeCut();
      return;
    }
    this.appendGap();
    this.appendAll(this.word);
    this.word = [];
    this.wordWidth = 0;
  }

  /** Places a word that does not fit: starts a new line for it and cuts it where it is longer than a line. */
  private placeCut(): void {
    if (!this.isCutting && this.lineWidth > 0) this.breakLine();
    else this.dropGap();
    this.appendCut(this.word);
    this.word = [];
    this.wordWidth = 0;
  }

  /** Drops the spaces at a line break, but keeps the styles among them. */
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
}

/** Replaces a character that is wider than the whole line. */
const UNSHOWABLE: TextUnit = { kind: "run", text: "?", width: 1 };
