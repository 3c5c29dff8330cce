export type TuiMouseEventType = "press" | "release" | "move" | "drag" | "click" | "wheel";
export type TuiMouseButton = "left" | "middle" | "right" | "none";

/** A pointer event in zero-based cells. */
export interface TuiMouseEvent {
  type: TuiMouseEventType;
  button: TuiMouseButton;
  /** Relative to the receiving component. */
  x: number;
  y: number;
  /** Relative to the terminal. */
  screenX: number;
  screenY: number;
  /** Size of the receiving component. */
  width: number;
  height: number;
  shift: boolean;
  alt: boolean;
  ctrl: boolean;
  /** Lines to scroll; negative is up. */
  wheelDelta?: number;
  /** 2 for the second click in a row at one place, and so on. */
  clickCount?: number;
}

export interface TuiMouseEventResult {
  /** The screen's own reaction (scroll, selection) is left out. */
  handled?: boolean;
  /** Drag and release go to this component until the button is up. Implies `handled`. */
  capture?: boolean;
  /** Gives the component the keyboard focus. Implies `handled`. */
  focus?: boolean;
  /** Whether to draw a frame. Default: yes, except for move and release. */
  render?: boolean;
}
