import type { Component } from "../../component.ts";
import { visibleWidth } from "../../text/visible-width.ts";
import { Container } from "../container.ts";
import { drawComponent } from "../draw-component.ts";
import { fitColumn } from "./fit-column.ts";

/** How a child shares the space of a stack. Sizes are rows in a `VStack` and columns in an `HStack`. */
export interface StackEntryOptions {
  /** The size before growing and shrinking; `auto` is the natural size of the child. Default: `auto`. */
  basis?: number | "auto";
  /** The child's share of the remaining space. Default: 0. */
  grow?: number;
  /** The child's share of the missing space. Default: 1. */
  shrink?: number;
  minSize?: number;
  maxSize?: number;
  visible?: (viewport: { width: number; height: number }) => boolean;
}

export interface StackEntry extends StackEntryOptions {
  component: Component;
}

export type StackChild = Component | StackEntry;

export interface StackOptions {
  /** Blank cells between children. */
  gap?: number;
  /** The position of a child across the axis, at its natural size; `stretch` gives it the whole size. Default: `stretch`. */
  align?: StackAlignment;
}

export type StackAlignment = "stretch" | "start" | "center" | "end";

/** What `render` passes to `visible` as the height, because outside the fullscreen screen there is none. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Children that share the space along one axis. Outside the fullscreen screen, height is unlimited: no child grows or shrinks in a `VStack`. */
abstract class Stack extends Container {
  abstract readonly axis: "rows" | "columns";
  readonly gap: number;
  readonly align: StackAlignment;
  private readonly options = new WeakMap<Component, StackEntryOptions>();

  constructor(children: readonly StackChild[] = [], options: StackOptions = {}) {
    super();
    this.gap = options.gap ?? 0;
    this.align = options.align ?? "stretch";
    for (const child of children) {
      if ("component" in child) this.addChild(child.component, child);
      else this.addChild(child);
    }
  }

  override addChild(component: Component, options: StackEntryOptions = {}): void {
    super.addChild(component);
    this.options.set(component, options);
  }

  entries(viewport: { width: number; height: number }): StackEntry[] {
    return this.children
      .map((component) => ({ component, ...this.options.get(component) }))
      .filter((entry) => entry.visible?.(viewport) ?? true);
  }
}

export class VStack extends Stack {
  readonly axis = "rows";

  /** Draws without a given height: each child has its own size. */
  override render(width: number): string[] {
    const lines: string[] = [];
    for (const [index, entry] of this.entries({ width, height: UNLIMITED }).entries()) {
      if (index > 0) lines.push(...blankLines(this.gap));
      const drawn = drawComponent(entry.component, width);
      const height = limit(entry, entry.basis === undefined || entry.basis === "auto" ? drawn.length : entry.basis);
      lines.push(...drawn.slice(0, height), ...blankLines(height - drawn.length));
    }
    return lines;
  }
}

export class HStack extends Stack {
  readonly axis = "columns";

  /** Draws without a given height: as high as the highest column. */
  override render(width: number): string[] {
    const { entries, sizes } = this.columns(width, { width, height: UNLIMITED });
    const drawn = entries.map(({ component }, index) => {
      const size = sizes[index] ?? 0;
      return size > 0 ? drawComponent(component, size) : [];
    });
    const height = Math.max(0, ...drawn.map((lines) => lines.length));
    const columns = drawn.map((lines) => [...blankLines(alignedOffset(this.align, lines.length, height)), ...lines]);
    const gap = " ".repeat(this.gap);
    return Array.from({ length: height }, (_, row) =>
      fitColumn(columns.map((lines, index) => fitColumn(lines[row] ?? "", sizes[index] ?? 0)).join(gap), width),
    );
  }

  /** Returns the visible children and the width of each. */
  columns(width: number, viewport: { width: number; height: number }): { entries: StackEntry[]; sizes: number[] } {
    const entries = this.entries(viewport);
    const natural = entries.map(({ component, basis = "auto" }) =>
      basis === "auto" ? naturalWidth(component, width) : 0,
    );
    return { entries, sizes: allocateStackSizes(entries, natural, width, this.gap) };
  }
}

export function isStack(component: Component): component is VStack | HStack {
  return component instanceof Stack;
}

/** Returns the space before an item of a size within a room. */
export function alignedOffset(align: StackAlignment, size: number, room: number): number {
  if (align === "end") return room - size;
  return align === "center" ? Math.floor((room - size) / 2) : 0;
}

/** Returns the number of columns that a component needs. */
export function naturalWidth(component: Component, width: number): number {
  return drawComponent(component, width).reduce((most, line) => Math.max(most, visibleWidth(line)), 0);
}

/** Returns the sizes of the entries: the basis of each, plus its share of the remaining or missing space, within its limits. */
export function allocateStackSizes(
  entries: readonly StackEntryOptions[],
  intrinsicSizes: readonly number[],
  availableSize: number,
  gap: number,
): number[] {
  const room = Math.max(0, availableSize - gap * Math.max(0, entries.length - 1));
  const sizes = entries.map((entry, index) => {
    const basis = entry.basis === undefined || entry.basis === "auto" ? (intrinsicSizes[index] ?? 0) : entry.basis;
    return limit(entry, basis);
  });
  const free = room - sum(sizes);
  // A child that is large gives more of its space than one that is small.
  const weights = entries.map((entry, index) =>
    free > 0 ? (entry.grow ?? 0) : (entry.shrink ?? 1) * (sizes[index] ?? 0),
  );
  distribute(entries, sizes, weights, free);
  return sizes;
}

/** Gives one cell at a time to the entry furthest below its share. There are few cells, and this avoids rounding errors. */
function distribute(
  entries: readonly StackEntryOptions[],
  sizes: number[],
  weights: readonly number[],
  free: number,
): void {
  const step = Math.sign(free);
  const given = sizes.map(() => 0);
  const canTake = (index: number) => {
    const size = (sizes[index] ?? 0) + step;
    return (weights[index] ?? 0) > 0 && size >= 0 && limit(entries[index] ?? {}, size) === size;
  };
  const lag = (index: number) => ((given[index] ?? 0) + 1) / (weights[index] ?? 1);
  for (let left = Math.abs(free); left > 0; left--) {
    const takers = [...sizes.keys()].filter(canTake);
    const [next] = takers.sort((a, b) => lag(a) - lag(b));
    if (next === undefined) return;
    sizes[next] = (sizes[next] ?? 0) + step;
    given[next] = (given[next] ?? 0) + 1;
  }
}

function blankLines(count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, () => "");
}

function limit({ minSize = 0, maxSize = Number.POSITIVE_INFINITY }: StackEntryOptions, size: number): number {
  return Math.max(minSize, Math.min(size, maxSize));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
