import type { Component } from "../../component.ts";
import { Container } from "../container.ts";
import { DocumentHeight } from "./document-height.ts";
import { ScrollWindow, type WindowRow } from "./scroll-window.ts";

export type ScrollViewScrollbar = "hidden" | "auto" | "always";

export interface ScrollViewOptions {
  axis?: "vertical";
  /** `end` stays at the end while the content grows, until the user scrolls away. */
  follow?: "none" | "end";
  /** Gets the keys that scroll, and the wheel where nothing else takes it. */
  primary?: boolean;
  /** Whether an outer view takes the scrolling that this one has no use for. Default: `chain`. */
  overscroll?: "chain" | "contain";
  /** `auto` shows it for a moment after scrolling. */
  scrollbar?: ScrollViewScrollbar;
  scrollbarTrackStyle?: (text: string) => string;
  scrollbarThumbStyle?: (text: string) => string;
  scrollbarHideDelayMs?: number;
}

export interface ScrollViewScrollToOptions {
  /** Do not follow the end even if the target is there. */
  disableFollow?: boolean;
}

export interface Thumb {
  readonly top: number;
  readonly height: number;
}

const HIDE_DELAY_MS = 1000;
const DEFAULT_WIDTH = 80;
/** Semantic prompt mark. */
const PROMPT_START = "\x1b]133;A";

/** A window with a height of its own onto one component. Outside the fullscreen screen it is just that component. */
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

  /** Lines above the window, as far as they are known. */
  get scrollTop(): number {
    const first = this.rows[0];
    return first ? this.heights.estimate(this.content, first.leaf).before + first.line : 0;
  }

  get isFollowingEnd(): boolean {
    return this.window.followsEnd;
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

  /** Whether the pointer holds the scrollbar: it stays in sight that long. */
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

  /** Returns how many lines it really moved. */
  scrollBy(lines: number): number {
    const moved = this.window.scrollBy(Math.trunc(lines));
    if (moved !== 0) this.showScrollbar();
    return moved;
  }

  scrollTo(scrollTop: number, options: ScrollViewScrollToOptions = {}): void {
    this.window.toStart();
    this.window.scrollBy(Math.max(0, Math.trunc(scrollTop)));
    if (options.disableFollow && this.window.followsEnd) this.hold();
    this.showScrollbar();
  }

  scrollToStart(): void {
    this.window.toStart();
    this.showScrollbar();
  }

  scrollToEnd(): void {
    this.window.toEnd();
    this.showScrollbar();
  }

  /** Puts the prompt before or after the first visible line at the top; after the last one comes the end. */
  scrollToPrompt(direction: "previous" | "next"): void {
    const found = this.window.seek(direction, (line) => line.includes(PROMPT_START));
    if (!found && direction === "next") this.window.toEnd();
    this.showScrollbar();
  }

  /** Brings a line of the content into sight, in the middle if it was not, and keeps it there while the content grows. */
  reveal({ parents, leaf, line }: Pick<WindowRow, "parents" | "leaf" | "line">): void {
    // The window may have moved since the last frame.
    const rows = this.window.read(this.width, this.height);
    if (rows.some((row) => row.leaf === leaf && row.line === line)) {
      if (this.window.followsEnd) this.hold();
      return;
    }
    this.window.show(parents, leaf, line);
    this.window.scrollBy(-Math.floor(this.height / 2));
    this.showScrollbar();
  }

  /** The rows to draw. Called by the screen, at each frame. */
  read(width: number, height: number, requestRender: () => void): readonly WindowRow[] {
    this.requestRender = requestRender;
    if (width !== this.width) this.heights.forget();
    this.width = width;
    this.height = height;
    this.rows = this.window.read(width, height);
    for (const row of this.rows) this.heights.note(row.leaf, row.height);
    return this.rows;
  }

  /** For a program that lays out by itself, before it scrolls. How long the content is, the content says. */
  updateLayout(_contentHeight: number, viewportHeight: number, requestRender: () => void): void {
    this.read(this.width || DEFAULT_WIDTH, viewportHeight, requestRender);
  }

  /** Where the scrollbar's thumb is, or nothing if all of the content is in sight. */
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
