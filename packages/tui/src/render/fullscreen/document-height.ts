import type { Component } from "../../component.ts";
import { LeafCursor } from "./leaf-cursor.ts";

/**
 * Estimates the height of a document and the offset of a leaf, for a scrollbar. A leaf that was never shown at this width
 * counts with the average height of the others: measuring it would render the whole document.
 */
export class DocumentHeight {
  private measured = new WeakMap<Component, number>();
  private total = 0;
  private count = 0;

  /** Records the height of a rendered leaf. */
  note(leaf: Component, height: number): void {
    const before = this.measured.get(leaf);
    this.total += height - (before ?? 0);
    this.count += before === undefined ? 1 : 0;
    this.measured.set(leaf, height);
  }

  forget(): void {
    this.measured = new WeakMap();
    this.total = 0;
    this.count = 0;
  }

  /** Returns the number of lines of the document, and of those before `leaf`. */
  estimate(content: Component, leaf: Component | undefined): { total: number; before: number } {
    const average = this.count > 0 ? this.total / this.count : 1;
    let total = 0;
    let before = 0;
    const cursor = LeafCursor.first(content);
    if (!cursor) return { total, before };
    do {
      if (cursor.leaf === leaf) before = total;
      total += this.measured.get(cursor.leaf) ?? average;
    } while (cursor.next());
    return { total: Math.round(total), before: Math.round(before) };
  }
}
