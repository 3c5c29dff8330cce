import type { Component } from "../../component.ts";
import { stripTerminalSequences } from "../../text/neutralize.ts";
import { type Container, isPlainContainer } from "../container.ts";
import { drawComponent } from "../draw-component.ts";
import { remapLine } from "../lines/remap-line.ts";
import type { Anchor, CommittedPart, FrozenLeaf, Span } from "./committed-part.ts";

/** One pass over the tree, from the end of the scrollback to the end of the document. */
export class TailWalk {
  readonly spans: Span[] = [];
  private readonly width: number;
  private readonly committed: CommittedPart;
  /** For each container around the first span: how many of its children were skipped. */
  private readonly skipped: { children: readonly Component[]; end: number }[] = [];
  /** Committed lines whose component was removed. They are subtracted from its replacement. */
  private owed = 0;

  constructor(width: number, committed: CommittedPart) {
    this.width = width;
    this.committed = committed;
  }

  enter(container: Container, above: readonly Container[]): void {
    const parents = [...above, container];
    const { children } = container;
    const { index: first, replaced } = this.start(container, above.length);
    if (this.spans.length === 0) this.skipped.push({ children, end: first });
    for (let index = first; index < children.length; index++) {
      const child = children[index];
      if (child) this.visit(child, parents);
      if (replaced === "child") this.owed = 0;
    }
    if (replaced === "all") this.owed = 0;
  }

  /** Returns the `count` lines before the first uncommitted one, or as many as exist. */
  linesAbove(count: number): string[] {
    const parts: string[][] = [];
    let missing = count;
    const take = (lines: readonly string[]) => {
      const part = lines.slice(Math.max(0, lines.length - missing));
      parts.push(part);
      missing -= part.length;
    };
    for (const span of this.spans.toReversed()) {
      if (missing > 0 && span.from > 0) take(span.lines.slice(Math.max(0, span.from - missing), span.from));
    }
    for (const { children, end } of this.skipped.toReversed()) {
      for (const leaf of leavesBackwards(children, end)) {
        if (missing === 0) break;
        take(drawComponent(leaf, this.width));
      }
    }
    return parts.reverse().flat();
  }

  private visit(child: Component, parents: readonly Container[]): void {
    if (isPlainContainer(child)) {
      this.enter(child, parents);
      return;
    }
    const lines = drawComponent(child, this.width);
    this.spans.push({ leaf: child, parents, lines, from: Math.min(this.committedOf(child, lines), lines.length) });
  }

  private committedOf(leaf: Component, lines: readonly string[]): number {
    const { anchor } = this.committed;
    if (leaf === anchor?.leaf) {
      this.owed = 0;
      return this.committedOfAnchor(anchor, lines);
    }
    const frozen = this.committed.frozen(leaf);
    if (frozen) return this.grownFrom(frozen, lines) ?? lines.length;
    if (this.committed.isSeen(leaf)) this.owed = 0;
    const counted = Math.min(this.owed, lines.length);
    this.owed -= counted;
    return counted;
  }

  private committedOfAnchor(anchor: Anchor, lines: readonly string[]): number {
    const { lines: before, committed, width } = anchor;
    if (width !== this.width) return remapLine(before, committed, lines);
    if (committed < before.length) return committed;
    const whole = { height: committed, width, lastLine: before.at(-1) };
    return this.grownFrom(whole, lines) ?? lines.length;
  }

  /**
   * Returns the first line that was added to a leaf, or continued, since the leaf was committed as a whole: text streams into a
   * last line that a tall editor may already have pushed off a small screen. Other changes come too late to be shown.
   */
  private grownFrom({ height, width, lastLine }: FrozenLeaf, lines: readonly string[]): number | undefined {
    if (width !== this.width || lines.length < height) return undefined;
    if (lastLine === undefined || lines[height - 1] === lastLine) return lines.length > height ? height : undefined;
    return isContinued(lastLine, lines[height - 1] ?? "") ? height - 1 : undefined;
  }

  /**
   * Returns the first child of a container that has uncommitted lines. If the child with the anchor was removed, its lines are
   * subtracted from the one child in its place, or from all children if none of the earlier ones is left.
   */
  private start(container: Container, depth: number): { index: number; replaced?: "child" | "all" } {
    const { anchor } = this.committed;
    if (anchor === undefined) return { index: 0 };
    const { children } = container;
    const holdsAnchor = anchor.parents[depth] === container;
    const straddling = holdsAnchor ? (anchor.parents[depth + 1] ?? anchor.leaf) : undefined;
    const position = straddling ? children.lastIndexOf(straddling) : -1;
    const index = this.firstOpen(children, position);
    if (!holdsAnchor || position >= 0) return { index };
    const none = index === 0;
    const gone = anchor.parents[depth + 1];
    if (none) this.owed = this.committed.within(container);
    else this.owed = gone ? this.committed.within(gone) : anchor.committed;
    return { index, replaced: none ? "all" : "child" };
  }

  /** Walks back from the child with the anchor (or from the end) to the place before which everything is committed. */
  private firstOpen(children: readonly Component[], anchored: number): number {
    let index = anchored >= 0 ? anchored : children.length;
    while (index > 0) {
      const state = this.stateOf(children[index - 1]);
      // A new child above the anchor came too late to be shown.
      if (state === "committed" || (state === "new" && anchored >= 0)) break;
      index--;
    }
    return index;
  }

  private stateOf(component: Component | undefined): "committed" | "grown" | "new" | "empty" {
    if (component === undefined) return "empty";
    if (isPlainContainer(component)) return this.stateOfContainer(component);
    const frozen = this.committed.frozen(component);
    if (!frozen) return "new";
    return this.grownFrom(frozen, drawComponent(component, this.width)) === undefined ? "committed" : "grown";
  }

  private stateOfContainer({ children }: Container): "committed" | "grown" | "new" | "empty" {
    let fresh: "new" | "empty" = "empty";
    for (let index = children.length - 1; index >= 0; index--) {
      const state = this.stateOf(children[index]);
      if (state === "grown") return "grown";
      if (state === "committed") return fresh === "empty" ? "committed" : "grown";
      if (state === "new") fresh = "new";
    }
    return fresh;
  }
}

function isContinued(before: string, after: string): boolean {
  return stripTerminalSequences(after).startsWith(stripTerminalSequences(before).trimEnd());
}

function* leavesBackwards(children: readonly Component[], end: number): Generator<Component> {
  for (let index = end - 1; index >= 0; index--) {
    const child = children[index];
    if (child === undefined) continue;
    if (isPlainContainer(child)) yield* leavesBackwards(child.children, child.children.length);
    else yield child;
  }
}
