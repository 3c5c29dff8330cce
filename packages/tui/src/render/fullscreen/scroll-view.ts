import type { Component } from "../../component.ts";
import { Container } from "../container.ts";
import { DocumentHeight } from "./document-height.ts";
import { ScrollWindow, type WindowRow } from "./scroll-window.ts";

export type ScrollViewScrollbar = "hidden" | "auto" | "always";

export interface ScrollViewOptions {
  axis?: "vertical";
  /** `end` keeps the end visible while the content grows, until the user scrolls away. */
  follow?: "none" | "end";
  /** The primary view gets the scroll keys, and wheel events that no other component handles. */
  primary?: boolean;
  /** Whether an outer view takes over when this one cannot scroll further. Default: `chain`. */
  overscroll?: "chain" | "contain";
  /** `auto` shows it for a moment after scrolling. */
  scrollbar?: ScrollViewScrollbar;
  scrollbarTrackStyle?: (text: string) => string;
  scrollbarThumbStyle?: (text: string) => string;
  scrollbarHideDelayMs?: number;
}

export interface ScrollViewScrollToOptions {
  /** Does not follow the end even if the target is there. */
  disableFollow?: boolean;
}

export interface Thumb {
  readonly top: number;
  readonly height: number;
}

const HIDE_DELAY_MS = 1000;
const DEFAULT_WIDTH = 80;
/** The semantic prompt mark (OSC 133). */
const PROMPT_START = "\x1b]133;A";

/** A window with its own height over one component. Outside the fullscreen screen it simply draws that component. */
export class ScrollView extends Container {
  readonly followEnd: boolean;
  readonly primary: boolean;
  readonly overscroll: "chain" | "contain";
  readonly scrollbarTrackStyle: (text: string) => string;
  readonly scrollbarThumbStyle: (text: string) => string;
  readonly content: Component;
  private readonly hideDelayMs: number;
  private readonly window: ScrollWindow;
  private readonly heights = new DocumentHeight();
  private mode: ScrollViewScrollbar;
  private rows: readonly WindowRow[] = [];
  private width = 0;
  private height = 0;
  private isHeld = false;
  private hideTimer: NodeJS.Timeout | undefined;
  private requestRender: () => void = () => undefined;

  constructor(component: Component, options: ScrollViewOptions = {}) {
    super();
    super.addChild(component);
    this.content = component;
    this.followEnd = options.follow === "end";
    this.primary = options.primary ?? false;
    this.overscroll = options.overscroll ?? "chain";
    this.mode = options.scrollbar ?? "auto";
    this.scrollbarTrackStyle = options.scrollbarTrackStyle ?? ((text) => text);
    this.scrollbarThumbStyle = options.scrollbarThumbStyle ?? ((text) => `\x1b[7m${text}\x1b[27m`);
    this.hideDelayMs = options.scrollbarHideDelayMs ?? HIDE_DELAY_MS;
    this.window = new ScrollWindow(component, this.followEnd ? "end" : "start");
  }

  /** The number of lines above the window. Partly an estimate, see `DocumentHeight`. */
  get scrollTop(): number {
    const first = this.rows[0];
    return first ? this.heights.estimate(this.content, first.leaf).before + first.line : 0;
  }

  get isFollowingEnd(): boolean {
    return this.followEnd && this.window.followsEnd;
  }

  get viewportHeight(): number {
    return this.height;
  }

  get scrollbar(): ScrollViewScrollbar {
    return this.mode;
  }

  get isScrollbarVisible(): boolean {
    return this.mode === "always" || (this.mode === "auto" && (this.isHeld || this.hideTimer !== undefined));
  }

  get isScrollbarActive(): boolean {
    return this.isHeld;
  }

  /** Sets whether the pointer holds the scrollbar, which then stays visible. */
  setScrollbarActive(active: boolean): void {
    this.isHeld = active;
    this.showScrollbar();
  }

  setScrollbar(scrollbar: ScrollViewScrollbar): void {
    this.mode = scrollbar;
    this.requestRender();
  }

  /** The width that the content was last drawn for. */
  get contentWidth(): number {
    return this.width;
  }

  getContentWidth(width: number): number {
    return this.mode === "always" ? Math.max(1, width - 1) : width;
  }

  override render(width: number): string[] {
    return super.render(this.getContentWidth(width));
  }

  /** Returns how many of the lines are left because the content ended before them: an outer view may scroll by those. */
  scrollBy(lines: number): number {
    const wanted = Math.trunc(lines);
    if (wanted === 0) return 0;
    return wanted - this.move(() => this.window.scrollBy(wanted));
  }

  scrollTo(scrollTop: number, options: ScrollViewScrollToOptions = {}): void {
    this.move(() => {
      this.window.toStart();
      return this.window.scrollBy(Math.max(0, Math.trunc(scrollTop)));
    }, options.disableFollow);
  }

  scrollToStart(): void {
    this.move(() => this.window.toStart());
  }

  scrollToEnd(): void {
    const followed = this.isFollowingEnd;
    this.move(() => this.window.toEnd());
    if (this.isFollowingEnd !== followed && this.scrollTop > 0) this.showScrollbar();
  }

  /** Scrolls to the previous or next prompt from the first visible line; after the last prompt, to the end. */
  scrollToPrompt(direction: "previous" | "next"): void {
    this.move(() => {
      const found = this.window.seek(direction, (line) => line.includes(PROMPT_START));
      if (!found && direction === "next") this.window.toEnd();
    });
  }

  /** Makes a line of the content visible, in the middle if it was not visible, and keeps it there while the content grows. */
  reveal({ parents, leaf, line }: Pick<WindowRow, "parents" | "leaf" | "line">): void {
    // The window may have moved since the last frame.
    const place = () =>
      this.window.read(this.width, this.height).findIndex((row) => row.leaf === leaf && row.line === line);
    if (place() < 0) {
      this.window.show(parents, leaf, line);
      // Near the end of the document, `show` cannot put the line at the top, so its place is looked up again.
      this.window.scrollBy(place() - Math.floor(this.height / 2));
      this.showScrollbar();
    }
    if (this.window.followsEnd) this.hold();
  }

  /** Returns the rows to draw. The screen calls it at each frame. */
  read(width: number, height: number, requestRender: () => void): readonly WindowRow[] {
    this.requestRender = requestRender;
    if (width !== this.width) this.heights.forget();
    this.width = width;
    this.height = height;
    this.readRows();
    return this.rows;
  }

  /** For a program with its own layout: call it before scrolling. The content height is ignored, because the content determines it. */
  updateLayout(_contentHeight: number, viewportHeight: number, requestRender: () => void): void {
    this.read(this.width || DEFAULT_WIDTH, viewportHeight, requestRender);
  }

  /** Returns the position of the scrollbar's thumb, or undefined if all of the content is visible. */
  thumb(): Thumb | undefined {
    const first = this.rows[0];
    if (!first) return undefined;
    const { total, before } = this.heights.estimate(this.content, first.leaf);
    if (total <= this.height) return undefined;
    const height = Math.max(1, Math.round((this.height * this.height) / total));
    const range = this.height - height;
    const share = (before + first.line) / (total - this.height);
    const top = this.window.followsEnd ? range : Math.min(range, Math.round(range * share));
    return { top, height };
  }

  /** Scrolls so that the thumb is at this row of the track. */
  scrollToTrack(row: number): void {
    const { total } = this.heights.estimate(this.content, undefined);
    if (row >= this.height - 1) this.scrollToEnd();
    else this.scrollTo(((total - this.height) * row) / Math.max(1, this.height - 1));
  }

  override addChild(_component: Component): void {
    throw new TypeError("A ScrollView has one child, given to its constructor. Put a Container there to have more.");
  }

  override removeChild(_component: Component): void {
    throw new TypeError("The child of a ScrollView cannot be removed. Change the container inside it instead.");
  }

  override clear(): void {
    throw new TypeError("The child of a ScrollView cannot be removed. Clear the container inside it instead.");
  }

  dispose(): void {
    clearTimeout(this.hideTimer);
    this.hideTimer = undefined;
  }

  /** Moves the window and returns what `change` does. At the end of the content, it follows the end if the view was made to. */
  private move<Moved>(change: () => Moved, disableFollow = false): Moved {
    const before = this.rows[0];
    const moved = change();
    if (this.height === 0) return moved;
    if (this.followEnd && !disableFollow && this.window.isAtEnd()) this.window.toEnd();
    else if (this.window.followsEnd) this.hold();
    this.readRows();
    const after = this.rows[0];
    if (before?.leaf !== after?.leaf || before?.line !== after?.line) this.showScrollbar();
    return moved;
  }

  private readRows(): void {
    this.rows = this.window.read(this.width, this.height);
    for (const row of this.rows) this.heights.note(row.leaf, row.height);
  }

  private hold(): void {
    const first = this.window.read(this.width, this.height)[0];
    if (first) this.window.show(first.parents, first.leaf, first.line);
  }

  private showScrollbar(): void {
    if (this.mode !== "auto") return;
    clearTimeout(this.hideTimer);
    this.hideTimer = setTimeout(() => {
      this.hideTimer = undefined;
      this.requestRender();
    }, this.hideDelayMs);
    this.hideTimer.unref();
  }
}
