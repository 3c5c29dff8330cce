import type { Component } from "./component.ts";

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
  /** The number of clicks in a row at the same place, 2 for a double click. */
  clickCount?: number;
}

export interface TuiMouseEventResult {
  /** Suppresses the screen's own reaction (scrolling, selection). */
  handled?: boolean;
  /** Sends drag and release to this component until the button is up. Implies `handled`. */
  capture?: boolean;
  /** Gives the component the keyboard focus. Implies `handled`. */
  focus?: boolean;
  /** Whether to draw a frame. Default: yes, except for move and release. */
  render?: boolean;
}

/** The component that handled an event, and where it is on the terminal. */
export interface TuiMouseDispatchTarget {
  component: Component;
  originX: number;
  originY: number;
  width: number;
  height: number;
}

/** The answer of a component inside a container. */
export interface TuiMouseDispatchResult extends TuiMouseEventResult {
  handled: true;
  target: TuiMouseDispatchTarget;
  /** The component that asked for the keyboard focus. */
  focusTarget?: Component;
}
