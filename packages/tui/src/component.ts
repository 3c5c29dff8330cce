import type { TuiMouseEvent, TuiMouseEventResult } from "./mouse.ts";

/** Anything that can be drawn: `render` turns a width into lines. */
export interface Component {
  /**
   * Returns one string per row, none wider than `width`. An unchanged component returns the same array again:
   * the screen compares arrays by identity to skip unchanged components.
   */
  render(width: number): string[];
  /** Receives raw terminal input, one key or paste at a time, while the component has the focus. */
  handleInput?(data: string): void;
  /** Receives pointer input in cells. Only the fullscreen screen delivers it. */
  handleMouse?(event: TuiMouseEvent): TuiMouseEventResult | undefined;
  /** Set it to receive key releases too; by default they are filtered out. */
  wantsKeyRelease?: boolean;
  /** While the component has the focus, it receives the keys that would scroll the fullscreen view, such as PageUp. */
  readonly capturesViewportInput?: boolean;
  /** Drops every cached line, for example after a change of theme. */
  invalidate(): void;
  dispose?(): void;
}

/** A component with a text cursor. While `focused`, it writes `CURSOR_MARKER` at the position of the cursor. */
export interface Focusable {
  focused: boolean;
}

/** A zero-width sequence that terminals ignore. The screen removes it from the line and puts the hardware cursor there. */
export const CURSOR_MARKER = "\x1b_pi:c\x07";

export function isFocusable(component: Component | null): component is Component & Focusable {
  return component !== null && "focused" in component;
}
