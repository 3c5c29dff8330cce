import type { Component } from "../component.ts";

export type OverlayAnchor =
  | "center"
  | "top-left"
  | "top-right"
  | "bottom-left"
  | "bottom-right"
  | "top-center"
  | "bottom-center"
  | "left-center"
  | "right-center";

export interface OverlayMargin {
  top?: number;
  right?: number;
  bottom?: number;
  left?: number;
}

/** Cells, or a share of the terminal. */
export type SizeValue = number | `${number}%`;

export interface OverlayOptions {
  /** Default: 80 columns, or what the margins leave. */
  width?: SizeValue;
  minWidth?: number;
  maxHeight?: SizeValue;
  /** Default: `center`. */
  anchor?: OverlayAnchor;
  /** From the anchor; positive is right. */
  offsetX?: number;
  /** From the anchor; positive is down. */
  offsetY?: number;
  /** Wins over the anchor. A share places the overlay within the room it leaves: `"100%"` is the bottom. */
  row?: SizeValue;
  col?: SizeValue;
  /**
   * Begins so many rows before the end of what is drawn while the terminal has room below that, instead of at the anchor: what
   * stands on a half-filled screen belongs to what is there.
   */
  contentOverlap?: number;
  /** Kept free at the edges of the terminal. */
  margin?: OverlayMargin | number;
  /** Asked at each frame. */
  visible?: (termWidth: number, termHeight: number) => boolean;
  /** Shown without taking the focus. */
  nonCapturing?: boolean;
}

export interface OverlayUnfocusOptions {
  /** Who gets the focus instead of the next overlay or the previous holder. */
  target: Component | null;
}

/** Where the overlay was last drawn, in cells of the terminal. */
export interface OverlayBounds {
  row: number;
  col: number;
  width: number;
  height: number;
}

export interface OverlayHandle {
  /** Removes the overlay for good. */
  hide(): void;
  setHidden(hidden: boolean): void;
  isHidden(): boolean;
  /** Takes the focus and comes to the front. */
  focus(): void;
  unfocus(options?: OverlayUnfocusOptions): void;
  isFocused(): boolean;
  getBounds(): OverlayBounds | undefined;
}
