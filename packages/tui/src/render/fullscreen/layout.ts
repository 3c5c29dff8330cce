import type { Component } from "../../component.ts";
import { drawComponent } from "../draw-component.ts";
import { compositeTuiLine } from "../lines/composite-line.ts";
import { fitColumn } from "./fit-column.ts";
import { ScrollView } from "./scroll-view.ts";
import { ScrollWindow, type WindowRow } from "./scroll-window.ts";
import {
  alignedOffset,
  allocateStackSizes,
  type HStack,
  isStack,
  naturalWidth,
  type StackEntry,
  type VStack,
} from "./stack.ts";

export interface LayoutRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A part of the screen that shows one component: a leaf of the layout, or the content of a scroll view. */
export interface LayoutBox {
  readonly rect: LayoutRect;
  readonly content: Component;
  /** The content of each row of the box, from the top. */
  readonly rows: readonly WindowRow[];
  /** The views around the content, innermost first. */
  readonly scrollViews: readonly ScrollView[];
}

export interface LayoutFrame {
  readonly lines: string[];
  readonly boxes: readonly LayoutBox[];
  readonly primary: ScrollView | undefined;
}

/** Lays out all components and draws them into the rows of a screen. */
export function renderLayout(root: Component, width: number, height: number, requestRender: () => void): LayoutFrame {
  const layout = new Layout({ width, height }, requestRender);
  const lines = layout.draw(root, { x: 0, y: 0, width, height }, []);
  return { lines, boxes: layout.boxes, primary: layout.primary };
}

class Layout {
  readonly boxes: LayoutBox[] = [];
  primary: ScrollView | undefined;
  private readonly viewport: { width: number; height: number };
  private readonly requestRender: () => void;

  constructor(viewport: { width: number; height: number }, requestRender: () => void) {
    this.viewport = viewport;
    this.requestRender = requestRender;
  }

  /** Returns exactly `rect.height` lines. */
  draw(component: Component, rect: LayoutRect, scrollViews: readonly ScrollView[]): string[] {
    if (rect.height <= 0 || rect.width <= 0) return Array.from({ length: Math.max(0, rect.height) }, () => "");
    if (component instanceof ScrollView) return this.drawScrollView(component, rect, scrollViews);
    if (!isStack(component)) {
      const rows = new ScrollWindow(component, "start").read(rect.width, rect.height);
      return this.drawRows(component, rows, rect, scrollViews);
    }
    return component.axis === "rows"
      ? this.drawRowsOf(component, rect, scrollViews)
      : this.drawColumnsOf(component, rect, scrollViews);
  }

  private drawRows(
    content: Component,
    rows: readonly WindowRow[],
    rect: LayoutRect,
    scrollViews: readonly ScrollView[],
  ): string[] {
    this.boxes.push({ rect, content, rows, scrollViews });
    return Array.from({ length: rect.height }, (_, index) => rows[index]?.text ?? "");
  }

  private drawScrollView(view: ScrollView, rect: LayoutRect, outer: readonly ScrollView[]): string[] {
    if (view.primary) this.primary ??= view;
    const width = view.getContentWidth(rect.width);
    const rows = view.read(width, rect.height, this.requestRender);
    const lines = this.drawRows(view.content, rows, rect, [view, ...outer]);
    const thumb = view.isScrollbarVisible ? view.thumb() : undefined;
    if (!thumb) return lines;
    return lines.map((line, row) => {
      const inThumb = row >= thumb.top && row < thumb.top + thumb.height;
      const mark = inThumb ? view.scrollbarThumbStyle(" ") : view.scrollbarTrackStyle(" ");
      return compositeTuiLine(line, mark, rect.width - 1, 1, rect.width);
    });
  }

  private drawRowsOf(stack: VStack, rect: LayoutRect, scrollViews: readonly ScrollView[]): string[] {
    const entries = stack.entries(this.viewport);
    const natural = entries.map((entry) => (isAuto(entry) ? naturalHeight(entry.component, rect) : 0));
    const sizes = allocateStackSizes(entries, natural, rect.height, stack.gap);
    const lines: string[] = [];
    for (const [index, { component }] of entries.entries()) {
      if (index > 0) for (let blank = 0; blank < stack.gap; blank++) lines.push("");
      const height = Math.min(sizes[index] ?? 0, rect.height - lines.length);
      lines.push(...this.drawRow(stack, component, { ...rect, y: rect.y + lines.length, height }, scrollViews));
    }
    while (lines.length < rect.height) lines.push("");
    return lines.slice(0, rect.height);
  }

  /** Draws one child of a vertical stack, at the width of the stack or its natural width. */
  private drawRow(stack: VStack, component: Component, rect: LayoutRect, scrollViews: readonly ScrollView[]): string[] {
    if (stack.align === "stretch") return this.draw(component, rect, scrollViews);
    const width = Math.min(naturalWidth(component, rect.width), rect.width);
    const offset = alignedOffset(stack.align, width, rect.width);
    const lines = this.draw(component, { ...rect, x: rect.x + offset, width }, scrollViews);
    return lines.map((line) => " ".repeat(offset) + line);
  }

  /** Draws one child of a horizontal stack, at the height of the stack or its natural height. */
  private drawColumn(
    stack: HStack,
    component: Component,
    rect: LayoutRect,
    scrollViews: readonly ScrollView[],
  ): string[] {
    if (stack.align === "stretch") return this.draw(component, rect, scrollViews);
    const height = naturalHeight(component, rect);
    const offset = alignedOffset(stack.align, height, rect.height);
    const lines = this.draw(component, { ...rect, y: rect.y + offset, height }, scrollViews);
    return Array.from({ length: rect.height }, (_, row) => lines[row - offset] ?? "");
  }

  private drawColumnsOf(stack: HStack, rect: LayoutRect, scrollViews: readonly ScrollView[]): string[] {
    const { entries, sizes } = stack.columns(rect.width, this.viewport);
    const lines = Array.from({ length: rect.height }, () => "");
    let x = 0;
    for (const [index, { component }] of entries.entries()) {
      const gap = index > 0 ? stack.gap : 0;
      const width = Math.min(sizes[index] ?? 0, rect.width - x - gap);
      const column = this.drawColumn(stack, component, { ...rect, x: rect.x + x + gap, width }, scrollViews);
      for (const [row, text] of column.entries()) lines[row] += " ".repeat(gap) + fitColumn(text, width);
      x += gap + width;
    }
    return lines;
  }
}

function isAuto({ basis = "auto" }: StackEntry): boolean {
  return basis === "auto";
}

function naturalHeight(component: Component, rect: LayoutRect): number {
  // A scroll view may be smaller than its content, so it takes the height that is available.
  return component instanceof ScrollView
    ? rect.height
    : Math.min(drawComponent(component, rect.width).length, rect.height);
}
