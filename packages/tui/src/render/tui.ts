import type { Component } from "../component.ts";
import type { Spacer } from "../components/spacer.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { RgbColor, TerminalColorScheme } from "../terminal/terminal-colors.ts";
import type { OverlayHandle, OverlayOptions } from "./overlays/overlay.ts";

/** `regular` draws into the terminal's scrollback, `fullscreen` into its own viewport. */
export type TuiMode = "regular" | "fullscreen";

export type TuiInputListenerResult = { consume?: boolean; data?: string } | undefined;
/** Receives input before the focused component; may consume or replace it. */
export type TuiInputListener = (data: string) => TuiInputListenerResult;

export interface TuiStopOptions {
  /** Leaves the drawn lines as they are, for another screen that takes over. */
  preserveScreen?: boolean;
  /** Lends the terminal to another program until the next start: nothing is written meanwhile. */
  lendTerminal?: boolean;
}

/** A screen: the root of the component tree, its focus, its overlays and its frames. */
export interface TUI extends Component {
  readonly mode: TuiMode;
  children: Component[];
  terminal: Terminal;
  /** Called for Shift+Ctrl+D. */
  onDebug?: () => void;
  /** Called once for each error that a component throws while it is drawn; a line in its place shows the error. */
  onRenderError?: (error: unknown, component: Component) => void;
  /** How often the whole visible area was redrawn. */
  readonly fullRedraws: number;
  addChild(component: Component): void;
  removeChild(component: Component): void;
  clear(): void;
  getShowHardwareCursor(): boolean;
  setShowHardwareCursor(enabled: boolean): void;
  getClearOnShrink(): boolean;
  setClearOnShrink(enabled: boolean): void;
  /**
   * Lets a spacer of `rows` rows take up the rows that fleeting components lose, such as a line that shows work, until new lines need the
   * space. Without it, the last lines of the scrollback are then shown a second time at the top of the screen. Absent in fullscreen, which
   * has no scrollback.
   */
  setGap?(spacer: Spacer, rows: number, fleeting: readonly Component[]): void;
  setFocus(component: Component | null): void;
  showOverlay(component: Component, options?: OverlayOptions): OverlayHandle;
  hideOverlay(): void;
  hasOverlay(): boolean;
  start(): void;
  stop(options?: TuiStopOptions): void;
  /** Draws now, outside the frame rate. */
  renderNow(force?: boolean): void;
  /** Requests a frame. Requests within one frame time are combined. `force` redraws every visible row. */
  requestRender(force?: boolean): void;
  /** Adds a listener. Listeners receive keys in the order of addition; one that is `first` comes before all existing ones. */
  addInputListener(listener: TuiInputListener, options?: { readonly first?: boolean }): () => void;
  removeInputListener(listener: TuiInputListener): void;
  /** Holds keys back until the returned function is called: they are meant for the component about to be shown. */
  holdInput(): () => void;
  onTerminalColorSchemeChange(listener: (scheme: TerminalColorScheme) => void): () => void;
  setTerminalColorSchemeNotifications(enabled: boolean): void;
  /** Calls the listener when the terminal's window gains or loses the focus. */
  onTerminalFocusChange(listener: (focused: boolean) => void): () => void;
  queryTerminalBackgroundColor(options: { timeoutMs: number }): Promise<RgbColor | undefined>;
  queryTerminalColorScheme(options: { timeoutMs: number }): Promise<TerminalColorScheme | undefined>;
}
