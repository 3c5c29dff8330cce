import type { TuiMouseEvent, TuiMouseEventResult } from "./mouse.ts";

/** Anything that can be drawn: it turns a width into lines. */
export interface Component {
  /**
   * One string per row, none wider than `width`. A component that did not change returns the very same array:
   * that identity is what lets a screen skip it.
   */
  render(width: number): string[];
  /** Raw terminal input, one key or paste at a time, while the component has the focus. */
  handleInput?(data: string): void;
  /** Pointer input in cells, delivered by the fullscreen screen alone. */
  handleMouse?(event: TuiMouseEvent): TuiMouseEventResult | undefined;
  /** Ask for key releases too; without it they are filtered out. */
  wantsKeyRelease?: boolean;
  /** While it has the focus, the keys that scroll a fullscreen view, PageUp and its kin, are its own. */
  readonly capturesViewportInput?: boolean;
  /** Forgets every cached line, as after a change of theme. */
  invalidate(): void;
  dispose?(): void;
}

/** A component with a text cursor. While `focused`, it puts `CURSOR_MARKER` where the cursor stands. */
export interface Focusable {
  focused: boolean;
}

/** A zero-width command that terminals ignore. A screen takes it out of the line and puts the hardware cursor there. */
export const CURSOR_MARKER = "\x1b_pi:c\x07";

export function isFocusable(component: Component | null): component is Component & Focusable {
  return component !== null && "focused" in component;
}
