import { type Component, isFocusable } from "../component.ts";
import { getCapabilities } from "../images/capabilities.ts";
import { setCellDimensions } from "../images/cell-size.ts";
import { isKeyRelease, matchesKey } from "../keys/matches-key.ts";
import { control } from "../terminal/control.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { RgbColor, TerminalColorScheme } from "../terminal/terminal-colors.ts";
import { hasMetEmoji, resetEmojiWidths, setEmojiWidths } from "../text/cluster-width.ts";
import { Container } from "./container.ts";
import { onRenderError } from "./draw-component.ts";
import { type FrameClock, FrameScheduler } from "./frame-scheduler.ts";
import type { OverlayHandle, OverlayOptions } from "./overlays/overlay.ts";
import { OverlayStack } from "./overlays/overlay-stack.ts";
import { TerminalReplies } from "./terminal-replies.ts";
import type { TuiInputListener, TuiMode, TuiStopOptions } from "./tui.ts";

/** One emoji of each kind, in the order of `EmojiWidths`. */
const EMOJI = ["\u{1f469}\u200d\u{1f4bb}", "\u{1f44d}\u{1f3fd}", "\u2764\ufe0f", "\u{1f1e9}\u{1f1ea}"];
/** Long enough for a reply over a slow connection. */
const EMOJI_WAIT_MS = 2000;

/** The common part of both screens: the tree, focus, overlays, input and frame scheduling. */
export abstract class TuiBase extends Container {
  abstract readonly mode: TuiMode;
  terminal: Terminal;
  onDebug?: () => void;
  onRenderError?: (error: unknown, component: Component) => void;
  protected readonly replies: TerminalReplies;
  protected readonly overlays: OverlayStack;
  protected running = false;
  protected redraws = 0;
  private readonly scheduler: FrameScheduler;
  private inputListeners = new Set<TuiInputListener>();
  private readonly schemeListeners = new Set<(scheme: TerminalColorScheme) => void>();
  private readonly focusListeners = new Set<(focused: boolean) => void>();
  private readonly heldInput: string[] = [];
  private holds = 0;
  private focusedComponent: Component | null = null;
  private showHardwareCursor: boolean;
  private clearOnShrink = false;
  private schemeNotifications = false;
  private hasAskedEmoji = false;
  private stopListening: (() => void) | undefined;
  private unfollow: (() => void) | undefined;

  constructor(terminal: Terminal, showHardwareCursor = false, clock?: FrameClock) {
    super();
    this.terminal = terminal;
    this.showHardwareCursor = showHardwareCursor;
    this.scheduler = new FrameScheduler(() => {
      this.draw();
      if (!this.hasAskedEmoji && hasMetEmoji()) void this.measureEmoji();
    }, clock);
    resetEmojiWidths();
    this.overlays = new OverlayStack(this.overlayHost());
    this.replies = new TerminalReplies((data) => this.terminal.write(data), {
      onColorScheme: (scheme) => {
        for (const listener of this.schemeListeners) listener(scheme);
      },
      onCellSize: (size) => {
        setCellDimensions(size);
        this.invalidate();
        this.requestRender();
      },
      onFocus: (focused) => {
        for (const listener of this.focusListeners) listener(focused);
      },
      onImageLost: (imageId) => {
        if (this.lostImage(imageId)) this.requestRender();
      },
    });
  }

  get fullRedraws(): number {
    return this.redraws;
  }

  getShowHardwareCursor(): boolean {
    return this.showHardwareCursor;
  }

  setShowHardwareCursor(enabled: boolean): void {
    if (this.showHardwareCursor === enabled) return;
    this.showHardwareCursor = enabled;
    // The cell under the cursor is drawn differently now.
    this.requestRender(true);
  }

  getClearOnShrink(): boolean {
    return this.clearOnShrink;
  }

  /** Has no effect, since unused rows are always cleared. Kept for programs that set it. */
  setClearOnShrink(enabled: boolean): void {
    this.clearOnShrink = enabled;
  }

  getFocusedComponent(): Component | null {
    return this.focusedComponent;
  }

  setFocus(component: Component | null): void {
    this.moveFocus(this.overlays.resolveFocus(component));
  }

  showOverlay(component: Component, options?: OverlayOptions): OverlayHandle {
    return this.overlays.show(component, options);
  }

  hideOverlay(): void {
    this.overlays.hideFrontmost();
  }

  /** Whether there are overlays, including hidden ones. */
  get hasOverlayEntries(): boolean {
    return this.overlays.components.length > 0;
  }

  hasOverlay(): boolean {
    return this.overlays.hasVisible();
  }

  override invalidate(): void {
    super.invalidate();
    for (const component of this.overlays.components) component.invalidate();
  }

  start(): void {
    if (this.running) return;
    this.running = true;
    this.stopListening = onRenderError((error, component) => this.onRenderError?.(error, component));
    this.terminal.start(
      (data) => this.handleTerminalInput(data),
      () => this.onResize(),
    );
    this.unfollow = this.terminal.followJobControl?.({
      onStop: () => this.suspend(),
      onContinue: () => this.restart(),
    });
    if (this.schemeNotifications) this.terminal.write(control.colorSchemeReportsOn);
    if (this.focusListeners.size > 0) this.terminal.write(control.focusEventsOn);
    if (getCapabilities().images !== null) this.replies.queryCellSize();
    this.requestRender();
  }

  stop(options: TuiStopOptions = {}): void {
    if (!this.running) return;
    this.scheduler.stop();
    this.leaveScreen(options);
    this.running = false;
    this.stopListening?.();
    this.unfollow?.();
    this.replies.stop();
    if (this.schemeNotifications) this.terminal.write(control.colorSchemeReportsOff);
    if (this.focusListeners.size > 0) this.terminal.write(control.focusEventsOff);
    this.terminal.stop();
    if (options.lendTerminal) this.terminal.lend?.();
  }

  /** Gives the terminal back to the shell until the process is continued, like Ctrl+Z in other programs. */
  suspend(): void {
    if (!this.running || !this.terminal.suspend) return;
    this.lendTerminal();
    if (!this.terminal.suspend(() => this.start())) this.start();
  }

  requestRender(force = false): void {
    if (force) this.forgetScreen();
    if (this.running) this.scheduler.request();
  }

  renderNow(force = false): void {
    if (force) this.forgetScreen();
    if (this.running) this.scheduler.drawNow();
  }

  addInputListener(listener: TuiInputListener, { first = false }: { readonly first?: boolean } = {}): () => void {
    // A new set, so that a key in delivery still goes to the listeners that were there before.
    if (first) this.inputListeners = new Set([listener, ...this.inputListeners]);
    else this.inputListeners.add(listener);
    return () => this.removeInputListener(listener);
  }

  removeInputListener(listener: TuiInputListener): void {
    this.inputListeners.delete(listener);
  }

  holdInput(): () => void {
    let isHeld = true;
    this.holds++;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.holds--;
      while (this.holds === 0 && this.heldInput.length > 0) this.takeInput(this.heldInput.shift() ?? "");
    };
  }

  onTerminalColorSchemeChange(listener: (scheme: TerminalColorScheme) => void): () => void {
    this.schemeListeners.add(listener);
    return () => this.schemeListeners.delete(listener);
  }

  setTerminalColorSchemeNotifications(enabled: boolean): void {
    if (this.schemeNotifications === enabled) return;
    this.schemeNotifications = enabled;
    if (this.running) this.terminal.write(enabled ? control.colorSchemeReportsOn : control.colorSchemeReportsOff);
  }

  /** Calls the listener when the terminal's window gains or loses the focus. Returns a function that removes it. */
  onTerminalFocusChange(listener: (focused: boolean) => void): () => void {
    this.focusListeners.add(listener);
    if (this.running && this.focusListeners.size === 1) this.terminal.write(control.focusEventsOn);
    return () => {
      const removed = this.focusListeners.delete(listener);
      if (removed && this.running && this.focusListeners.size === 0) this.terminal.write(control.focusEventsOff);
    };
  }

  queryTerminalBackgroundColor({ timeoutMs }: { timeoutMs: number }): Promise<RgbColor | undefined> {
    return this.replies.queryBackgroundColor(timeoutMs);
  }

  queryTerminalColorScheme({ timeoutMs }: { timeoutMs: number }): Promise<TerminalColorScheme | undefined> {
    return this.replies.queryColorScheme(timeoutMs);
  }

  /** Draws the pending frame. */
  protected abstract draw(): void;
  /** Forgets the content of the screen: the next frame writes every visible row. */
  protected abstract forgetScreen(): void;
  protected abstract leaveScreen(options: TuiStopOptions): void;

  protected onResize(): void {
    this.requestRender();
  }

  /** Called when the terminal cannot show an image that was sent. Returns whether the next frame will send it again. */
  protected lostImage(_imageId: number): boolean {
    return false;
  }

  /** Lets a screen take a key before all listeners. */
  protected claim(_input: string): boolean {
    return false;
  }

  /** Lets a screen take input before the focused component. */
  protected intercept(_input: string): boolean {
    return false;
  }

  /** Measures the width of emoji of several code points, in which terminals differ. Done once, after the first was drawn. */
  private async measureEmoji(): Promise<void> {
    this.hasAskedEmoji = true;
    if (!this.running || this.terminal.isDumb) return;
    const answers = this.replies.measure(EMOJI, EMOJI_WAIT_MS);
    // Draw over the measured text before anything else happens.
    this.forgetScreen();
    this.draw();
    const columns = await answers;
    if (!columns || !this.running) return;
    const [joined = false, toned = false, selected = false, flagged = false] = columns.map((column) => column === 2);
    if (!setEmojiWidths({ joined, toned, selected, flagged })) return;
    this.invalidate();
    this.requestRender(true);
  }

  /** Called when the process was stopped without notice and continued: the shell has used the terminal in between. */
  private restart(): void {
    this.lendTerminal();
    this.start();
  }

  private lendTerminal(): void {
    // In fullscreen mode the shell uses the other screen, so the document is not printed there at each suspend.
    this.stop({ preserveScreen: this.mode === "fullscreen", lendTerminal: true });
  }

  private handleTerminalInput(data: string): void {
    if (this.replies.accept(data)) return;
    if (this.holds > 0) this.heldInput.push(data);
    else this.takeInput(data);
  }

  private takeInput(data: string): void {
    this.handleKey(data);
    this.scheduler.hasten();
  }

  private handleKey(data: string): void {
    if (this.claim(data)) return;
    let input = data;
    for (const listener of this.inputListeners) {
      const result = listener(input);
      if (result?.consume) return;
      input = result?.data ?? input;
    }
    if (input === "") return;
    if (this.onDebug && matchesKey(input, "shift+ctrl+d") && !isKeyRelease(input)) {
      this.onDebug();
      return;
    }
    if (!this.intercept(input)) this.deliver(input);
  }

  private moveFocus(component: Component | null): void {
    if (isFocusable(this.focusedComponent)) this.focusedComponent.focused = false;
    this.focusedComponent = component;
    if (isFocusable(component)) component.focused = true;
  }

  private overlayHost() {
    const screen = this;
    return {
      get columns() {
        return screen.terminal.columns;
      },
      get rows() {
        return screen.terminal.rows;
      },
      focused: () => this.focusedComponent,
      holds: (component: Component) => holds(this, component),
      focus: (component: Component | null) => this.moveFocus(component),
      requestRender: () => this.requestRender(),
    };
  }

  private deliver(input: string): void {
    this.overlays.releaseInvisible();
    const target = this.focusedComponent;
    if (!target?.handleInput || (isKeyRelease(input) && !target.wantsKeyRelease)) return;
    target.handleInput(input);
    this.requestRender();
  }
}

function holds(container: Container, component: Component): boolean {
  return container.children.some(
    (child) => child === component || (child instanceof Container && holds(child, component)),
  );
}
