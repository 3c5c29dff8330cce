import type { Component } from "../../component.ts";
import type { Container } from "../container.ts";

/** A leaf at the time it was committed as a whole. */
export interface FrozenLeaf {
  readonly height: number;
  readonly width: number;
  readonly lastLine: string | undefined;
}

/** The end of the scrollback: in this leaf, after `committed` of its lines. */
export interface Anchor {
  readonly leaf: Component;
  /** Ordered from the root down. */
  readonly parents: readonly Container[];
  readonly lines: readonly string[];
  readonly committed: number;
  readonly width: number;
}

/** The lines of one leaf; those before `from` are committed. */
export interface Span {
  readonly leaf: Component;
  readonly parents: readonly Container[];
  readonly lines: string[];
  from: number;
}

/** Tracks the part of the document that is in the scrollback. */
export class CommittedPart {
  anchor: Anchor | undefined;
  private readonly leaves = new WeakMap<Component, FrozenLeaf>();
  private readonly lines = new WeakMap<Container, number>();
  private readonly seen = new WeakSet<Component>();

  frozen(leaf: Component): FrozenLeaf | undefined {
    return this.leaves.get(leaf);
  }

  /** Returns how many lines within the container are committed. */
  within(container: Container): number {
    return this.lines.get(container) ?? 0;
  }

  /** Returns whether the leaf was part of an earlier frame. */
  isSeen(leaf: Component): boolean {
    return this.seen.has(leaf);
  }

  /** Records that `count` more lines have scrolled off the top of the screen. */
  advance(spans: readonly Span[], count: number, width: number): void {
    let left = count;
    for (const span of spans) {
      const taken = Math.min(left, span.lines.length - span.from);
      span.from += taken;
      left -= taken;
      for (const parent of span.parents) this.lines.set(parent, this.within(parent) + taken);
      if (left === 0) {
        this.place(span, width);
        return;
      }
      this.leaves.set(span.leaf, { height: span.lines.length, width, lastLine: span.lines.at(-1) });
    }
  }

  /** Moves the anchor to the new lines of its leaf or, if the leaf was removed, to the component that replaced it. */
  refresh(spans: readonly Span[], width: number): void {
    for (const span of spans) this.seen.add(span.leaf);
    if (this.anchor === undefined) return;
    const span = spans.findLast((candidate) => candidate.from > 0) ?? spans[0];
    if (span) this.place(span, width);
  }

  private place(span: Span, width: number): void {
    const { leaf, parents, lines, from } = span;
    this.anchor = { leaf, parents, lines, committed: from, width };
  }
}
