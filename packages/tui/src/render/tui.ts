import type { Component } from "../component.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { RgbColor, TerminalColorScheme } from "../terminal/terminal-colors.ts";
import type { OverlayHandle, OverlayOptions } from "./overlay.ts";

/** `regular` draws into the terminal's scrollback, `fullscreen` into a viewport of its own. */
export type TuiMode = "regular" | "fullscreen";

export type TuiInputListenerResult = { consume?: boolean; data?: string } | undefined;
/** Sees input before the focused component; may swallow or replace it. */
export type TuiInputListener = (data: string) => TuiInputListenerResult;

export interface TuiStopOptions {
  /** Leaves the drawn lines as they are, for another screen that takes over. */
  preserveScreen?: boolean;
  /** Another program has the terminal until the next start: nothing of ours is written meanwhile. */
  lendTerminal?: boolean;
}

/** A screen: the root of the component tree, its focus, its overlays and its frames. */
export interface TUI extends Component {
  readonly mode: TuiMode;
  children: Component[];
  terminal: Terminal;
  /** Called for Shift+Ctrl+D. */
  onDebug?: () => void;
  /** Called when a component throws while it is drawn, once for each error; a line in its place says so. */
  onRenderError?: (error: unknown, component: Component) => void;
  /** How often the whole visible area was drawn anew. */
  readonly fullRedraws: number;
  addChild(component: Component): void;
  removeChild(component: Component): void;
  clear(): void;
  getShowHardwareCursor(): boolean;
  setShowHardwareCursor(enabled: boolean): void;
  getClearOnShrink(): boolean;
  setClearOnShrink(enabled: boolean): void;
  setFocus(component: Component | null): void;
  showOverlay(component: Component, options?: OverlayOptions): OverlayHandle;
  hideOverlay(): void;
  hasOverlay(): boolean;
  start(): void;
  stop(options?: TuiStopOptions): void;
  /** Draws now, outside the frame rate. */
  renderNow(force?: boolean): void;
  /** Asks for a frame. Requests within one frame time are one frame. `force` draws every visible row anew. */
  requestRender(force?: boolean): void;
  /** Listeners hear keys in the order in which they were added; one that is `first` before all that are there. */
  addInputListener(listener: TuiInputListener, options?: { readonly first?: boolean }): () => void;
  removeInputListener(listener: TuiInputListener): void;
  /** Keeps keys back until what is returned is called: they are meant for what is about to be shown. */
  holdInput(): () => void;
  onTerminalColorSchemeChange(listener: (scheme: TerminalColorScheme) => void): () => void;
  setTerminalColorSchemeNotifications(enabled: boolean): void;
  /** Whether the terminal's window has the focus, from now on. */
  onTerminalFocusChange(listener: (focused: boolean) => void): () => void;
  queryTerminalBackgroundColor(options: { timeoutMs: number }): Promise<RgbColor | undefined>;
  queryTerminalColorScheme(options: { timeoutMs: number }): Promise<TerminalColorScheme | undefined>;
}
