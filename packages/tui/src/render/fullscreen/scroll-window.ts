import type { Component } from "../../component.ts";
import { drawComponent } from "../draw-component.ts";
import { remapLine } from "../lines/remap-line.ts";
import { LeafCursor } from "./leaf-cursor.ts";

/** A row of a window and the line of the document that it shows. */
export interface WindowRow {
  readonly text: string;
  readonly leaf: Component;
  readonly parents: readonly Component[];
  readonly line: number;
  readonly height: number;
}

/** A line of the document, identified by its leaf. */
interface Place {
  readonly leaf: Component;
  readonly parents: readonly Component[];
  readonly line: number;
  readonly lines: readonly string[];
  readonly width: number;
}

/**
 * A window onto a document of any length. It remembers its first line by leaf and renders only the leaves that it shows or
 * scrolls over: hidden leaves cost nothing and may change their height without moving the visible lines.
 */
export class ScrollWindow {
  private readonly content: Component;
  /** Undefined while the window follows the end. */
  private top: Place | undefined;
  private width = 80;
  private height = 1;

  constructor(content: Component, start: "start" | "end") {
    this.content = content;
    if (start === "start") this.toStart();
  }

  get followsEnd(): boolean {
    return this.top === undefined;
  }

  read(width: number, height: number): WindowRow[] {
    this.width = width;
    this.height = height;
    const top = this.locateTop();
    const rows = top ? this.rowsFrom(top.cursor, top.line) : this.rowsToEnd();
    // If the rest of the document does not fill the window, lines above it are shown too.
    if (top && rows.length < height) return this.rowsToEnd();
    if (top) this.place(top.cursor, top.line);
    return rows;
  }

  /** Returns how many lines the window actually moved. */
  scrollBy(lines: number): number {
    const rows = this.read(this.width, this.height);
    const first = rows[0];
    if (!first || lines === 0) return 0;
    const cursor = LeafCursor.find(this.content, first.parents, first.leaf);
    if (!cursor) return 0;
    const moved = lines < 0 ? -this.moveUp(cursor, first.line, -lines) : this.moveDown(cursor, first.line, lines);
    return moved;
  }

  /** Whether the last line of the document is visible. */
  isAtEnd(): boolean {
    if (this.followsEnd) return true;
    const first = this.read(this.width, this.height)[0];
    const last = this.rowsToEnd()[0];
    return first?.leaf === last?.leaf && first?.line === last?.line;
  }

  toStart(): void {
    const cursor = LeafCursor.first(this.content);
    if (cursor) this.place(cursor, 0);
  }

  toEnd(): void {
    this.top = undefined;
  }

  /** Puts a line of the document at the top. */
  show(parents: readonly Component[], leaf: Component, line: number): void {
    const cursor = LeafCursor.find(this.content, parents, leaf);
    if (cursor) this.place(cursor, line);
  }

  /** Moves the nearest line above or below that satisfies `matches` to the top. */
  seek(direction: "previous" | "next", matches: (line: string) => boolean): boolean {
    const first = this.read(this.width, this.height)[0];
    const cursor = first && LeafCursor.find(this.content, first.parents, first.leaf);
    if (!first || !cursor) return false;
    const step = direction === "next" ? 1 : -1;
    let line = findLine(this.linesOf(cursor), first.line + step, step, matches);
    while (line < 0) {
      if (!(step > 0 ? cursor.next() : cursor.previous())) return false;
      const lines = this.linesOf(cursor);
      line = findLine(lines, step > 0 ? 0 : lines.length - 1, step, matches);
    }
    this.place(cursor, line);
    return true;
  }

  private moveUp(cursor: LeafCursor, from: number, count: number): number {
    let line = from;
    let left = count;
    while (left > line) {
      left -= line;
      if (!cursor.previous()) {
        this.place(cursor, 0);
        return count - left;
      }
      line = this.linesOf(cursor).length;
    }
    this.place(cursor, line - left);
    return count;
  }

  private moveDown(cursor: LeafCursor, from: number, count: number): number {
    const start = cursor.clone();
    let line = from;
    let left = count;
    while (left >= this.linesOf(cursor).length - line) {
      left -= this.linesOf(cursor).length - line;
      line = 0;
      if (!cursor.next()) return this.stopAtEnd(start, from);
    }
    this.place(cursor, line + left);
    const rows = this.rowsFrom(cursor, line + left);
    if (rows.length >= this.height) return count;
    return this.stopAtEnd(start, from);
  }

  private stopAtEnd(start: LeafCursor, from: number): number {
    this.toEnd();
    const first = this.rowsToEnd()[0];
    if (!first) return 0;
    let moved = -from;
    const cursor = start.clone();
    while (cursor.leaf !== first.leaf) {
      moved += this.linesOf(cursor).length;
      if (!cursor.next()) return 0;
    }
    return moved + first.line;
  }

  private locateTop(): { cursor: LeafCursor; line: number } | undefined {
    if (!this.top) return undefined;
    const { leaf, parents, line, lines, width } = this.top;
    const cursor = LeafCursor.find(this.content, parents, leaf);
    if (!cursor) {
      this.top = undefined;
      return undefined;
    }
    const now = this.linesOf(cursor);
    const at = width === this.width ? line : remapLine(lines, line, now);
    return { cursor, line: Math.max(0, Math.min(at, now.length - 1)) };
  }

  private rowsFrom(start: LeafCursor, firstLine: number): WindowRow[] {
    const rows: WindowRow[] = [];
    const cursor = start.clone();
    let line = firstLine;
    do {
      const lines = this.linesOf(cursor);
      const { leaf, parents } = cursor;
      for (; line < lines.length && rows.length < this.height; line++) {
        rows.push({ text: lines[line] ?? "", leaf, parents, line, height: lines.length });
      }
      line = 0;
    } while (rows.length < this.height && cursor.next());
    return rows;
  }

  private rowsToEnd(): WindowRow[] {
    const rows: WindowRow[] = [];
    const cursor = LeafCursor.last(this.content);
    if (!cursor) return rows;
    do {
      const lines = this.linesOf(cursor);
      const { leaf, parents } = cursor;
      for (let line = lines.length - 1; line >= 0 && rows.length < this.height; line--) {
        rows.push({ text: lines[line] ?? "", leaf, parents, line, height: lines.length });
      }
    } while (rows.length < this.height && cursor.previous());
    return rows.reverse();
  }

  private place(cursor: LeafCursor, line: number): void {
    const lines = this.linesOf(cursor);
    this.top = { leaf: cursor.leaf, parents: cursor.parents, line, lines, width: this.width };
  }

  private linesOf(cursor: LeafCursor): string[] {
    return drawComponent(cursor.leaf, this.width);
  }
}

function findLine(lines: readonly string[], from: number, step: 1 | -1, matches: (line: string) => boolean): number {
  for (let line = from; line >= 0 && line < lines.length; line += step) if (matches(lines[line] ?? "")) return line;
  return -1;
}
