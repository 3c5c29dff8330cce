import type { Component } from "../../component.ts";
import { visibleWidth } from "../../text/visible-width.ts";
import { Container } from "../container.ts";
import { drawComponent } from "../draw-component.ts";
import { fitColumn } from "./fit-column.ts";

/** How a child shares the room of a stack. Sizes are rows in a `VStack` and columns in an `HStack`. */
export interface StackEntryOptions {
  /** Size before growing and shrinking; `auto` is what the child needs. Default: `auto`. */
  basis?: number | "auto";
  /** Share of the room that is left. Default: 0. */
  grow?: number;
  /** Share of what is missing. Default: 1. */
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
  /** Where a child stands across the axis, with the size it needs; `stretch` gives it all. Default: `stretch`. */
  align?: StackAlignment;
}

export type StackAlignment = "stretch" | "start" | "center" | "end";

/** Children along one axis that share a room. Outside the fullscreen screen, where room has no end, they are just stacked. */
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
}

export class HStack extends Stack {
  readonly axis = "columns";

  /** Without a height of its own: as high as the highest column. */
  override render(width: number): string[] {
    const { entries, sizes } = this.columns(width, { width, height: Number.POSITIVE_INFINITY });
    const drawn = entries.map(({ component }, index) => drawComponent(component, Math.max(1, sizes[index] ?? 1)));
    const height = Math.max(0, ...drawn.map((lines) => lines.length));
    const columns = drawn.map((lines) => {
      const above = alignedOffset(this.align, lines.length, height);
      return [...Array.from({ length: above }, () => ""), ...lines];
    });
    const gap = " ".repeat(this.gap);
    return Array.from({ length: height }, (_, row) =>
      columns.map((lines, index) => fitColumn(lines[row] ?? "", sizes[index] ?? 0)).join(gap),
    );
  }

  /** The children that are shown, and how wide each one is. */
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

/** What lies before something of a size in a room. */
export function alignedOffset(align: StackAlignment, size: number, room: number): number {
  if (align === "end") return room - size;
  return align === "center" ? Math.floor((room - size) / 2) : 0;
}

/** Columns that a component needs. */
export function naturalWidth(component: Component, width: number): number {
  return drawComponent(component, width).reduce((most, line) => Math.max(most, visibleWidth(line)), 0);
}

/** Sizes of the entries in a room: the basis of each, then what is left or missing by share, within their limits. */
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
  const weights = entries.map((entry) => (free > 0 ? (entry.grow ?? 0) : (entry.shrink ?? 1)));
  distribute(entries, sizes, weights, free);
  return sizes;
}

/** One cell at a time to whoever is furthest behind its share: few cells, and no rounding to make up for. */
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

function limit({ minSize = 0, maxSize = Number.POSITIVE_INFINITY }: StackEntryOptions, size: number): number {
  return Math.max(minSize, Math.min(size, maxSize));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
