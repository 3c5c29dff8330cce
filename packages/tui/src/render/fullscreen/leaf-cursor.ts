import type { Component } from "../../component.ts";
import { isPlainContainer } from "../container.ts";

interface Level {
  readonly children: readonly Component[];
  index: number;
}

/** A position among the leaves of a component tree, in drawing order. It is valid until the tree changes. */
export class LeafCursor {
  private readonly levels: Level[];

  private constructor(levels: Level[]) {
    this.levels = levels;
  }

  static first(root: Component): LeafCursor | undefined {
    const cursor = new LeafCursor([{ children: [root], index: 0 }]);
    return cursor.descend("first") || cursor.next() ? cursor : undefined;
  }

  static last(root: Component): LeafCursor | undefined {
    const cursor = new LeafCursor([{ children: [root], index: 0 }]);
    return cursor.descend("last") || cursor.previous() ? cursor : undefined;
  }

  /** Returns the current position of a leaf. `parents` are the containers it was in, from the root down. */
  static find(root: Component, parents: readonly Component[], leaf: Component): LeafCursor | undefined {
    const levels: Level[] = [{ children: [root], index: 0 }];
    for (const child of [...parents, leaf].slice(1)) {
      const above = levels.at(-1);
      const container = above?.children[above.index];
      if (!container || !isPlainContainer(container)) return undefined;
      const index = container.children.lastIndexOf(child);
      if (index < 0) return undefined;
      levels.push({ children: container.children, index });
    }
    const cursor = new LeafCursor(levels);
    return cursor.leaf === leaf ? cursor : undefined;
  }

  get leaf(): Component {
    const level = this.levels.at(-1);
    const leaf = level?.children[level.index];
    if (!leaf) throw new RangeError("A cursor stands on a leaf: the tree was changed under it.");
    return leaf;
  }

  /** Ordered from the root down. */
  get parents(): Component[] {
    return this.levels.slice(0, -1).flatMap(({ children, index }) => children[index] ?? []);
  }

  clone(): LeafCursor {
    return new LeafCursor(this.levels.map((level) => ({ ...level })));
  }

  /** Returns a negative number if this position comes before the other. */
  compare(other: LeafCursor): number {
    for (const [depth, level] of this.levels.entries()) {
      const difference = level.index - (other.levels[depth]?.index ?? -1);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Moves to the next leaf. Returns false at the end, and the cursor then stays where it was. */
  next(): boolean {
    return this.step(1, "first");
  }

  previous(): boolean {
    return this.step(-1, "last");
  }

  private step(direction: 1 | -1, side: "first" | "last"): boolean {
    const saved = this.levels.map((level) => ({ ...level }));
    while (this.levels.length > 0) {
      const level = this.levels.at(-1);
      if (level === undefined) break;
      level.index += direction;
      if (level.index < 0 || level.index >= level.children.length) this.levels.pop();
      else if (this.descend(side)) return true;
    }
    this.levels.splice(0, this.levels.length, ...saved);
    return false;
  }

  /** Descends to a leaf. Returns false if the path ends in an empty container. */
  private descend(side: "first" | "last"): boolean {
    for (;;) {
      const level = this.levels.at(-1);
      const component = level?.children[level.index];
      if (!component) return false;
      if (!isPlainContainer(component)) return true;
      const { children } = component;
      if (children.length === 0) return false;
      this.levels.push({ children, index: side === "first" ? 0 : children.length - 1 });
    }
  }
}
