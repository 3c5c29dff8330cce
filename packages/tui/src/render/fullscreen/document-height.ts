import type { Component } from "../../component.ts";
import { LeafCursor } from "./leaf-cursor.ts";

/**
 * How high a document is and how far down a leaf begins, for a scrollbar. A leaf that was never shown at this width is
 * estimated by the others: measuring it would render the whole document.
 */
export class DocumentHeight {
  private measured = new WeakMap<Component, number>();
  private total = 0;
  private count = 0;

  /** Takes note of the height of a leaf that was rendered. */
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

  /** Lines of the document, and those before `leaf`. */
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
