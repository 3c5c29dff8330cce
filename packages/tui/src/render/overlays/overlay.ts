import type { Component } from "../../component.ts";

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

/** Cells, or a percentage of the terminal. */
export type SizeValue = number | `${number}%`;

export interface OverlayOptions {
  /** Default: 80 columns, or less if the margins leave less. */
  width?: SizeValue;
  minWidth?: number;
  maxHeight?: SizeValue;
  /** Default: `center`. */
  anchor?: OverlayAnchor;
  /** From the anchor; positive is right. */
  offsetX?: number;
  /** From the anchor; positive is down. */
  offsetY?: number;
  /** Takes precedence over the anchor. A percentage is relative to the free space: `"100%"` is the bottom. */
  row?: SizeValue;
  col?: SizeValue;
  /**
   * Places the overlay this many rows before the end of the drawn content, as long as the terminal has room below, instead of
   * at the anchor. On a half-filled screen the overlay then stays close to the content.
   */
  contentOverlap?: number;
  /** The space kept free at the edges of the terminal. */
  margin?: OverlayMargin | number;
  /** Called at each frame. */
  visible?: (termWidth: number, termHeight: number) => boolean;
  /** Shows the overlay without giving it the focus. */
  nonCapturing?: boolean;
}

export interface OverlayUnfocusOptions {
  /** The component that gets the focus, instead of the next overlay or the previous holder. */
  target: Component | null;
}

/** The last drawn position of the overlay, in cells of the terminal. */
export interface OverlayBounds {
  row: number;
  col: number;
  width: number;
  height: number;
}

export interface OverlayHandle {
  /** Removes the overlay permanently. */
  hide(): void;
  setHidden(hidden: boolean): void;
  isHidden(): boolean;
  /** Gives the overlay the focus and moves it to the front. */
  focus(): void;
  unfocus(options?: OverlayUnfocusOptions): void;
  isFocused(): boolean;
  getBounds(): OverlayBounds | undefined;
}
