import type { Component } from "../../component.ts";
import { getKeybindings, type Keybinding } from "../../keys/keybindings.ts";
import { control } from "../../terminal/control.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { stripTerminalSequences } from "../../text/neutralize.ts";
import { getOsc8LinkAtColumn } from "../../text/slice-columns.ts";
import { visibleWidth } from "../../text/visible-width.ts";
import { drawComponent } from "../draw-component.ts";
import { type FrameClock, systemClock } from "../frame-scheduler.ts";
import { compositeTuiLine } from "../lines/composite-line.ts";
import { screenLine } from "../lines/screen-line.ts";
import type { TUI, TuiStopOptions } from "../tui.ts";
import { TuiBase } from "../tui-base.ts";
import { Grid } from "./grid.ts";
import { type LayoutFrame, renderLayout } from "./layout.ts";
import { parseMouseInput } from "./mouse-input.ts";
import { Pointer } from "./pointer.ts";
import { ScrollView } from "./scroll-view.ts";
import { Search } from "./search.ts";
import { WheelPace, type WheelScrollLines } from "./wheel-pace.ts";

export interface TuiAltScreenOptions {
  /** Lines per step of the wheel. Default: auto. */
  wheelScrollLines?: WheelScrollLines;
  /** Capture the pointer, for scrolling and selection. Default: true. */
  mouse?: boolean;
  /** The style of search matches. Default: underlined. */
  searchMatchStyle?: (text: string) => string;
  /** The style of the current search match. Default: inverse. */
  searchCurrentMatchStyle?: (text: string) => string;
  /** The style of the search buttons for the previous and next match. Default: inverse under the pointer. */
  searchNavigationButtonStyle?: (text: string, hovered: boolean) => string;
  /** A label on the last row of a view that is not at its end; a click on it scrolls to the end. */
  scrollToEndIndicator?: () => string;
  openUrl?: (url: string) => void;
  /** Called when the right button was pressed and nothing else handled it: the application may paste. */
  onRightClickPaste?: () => void;
  /** Copy the selection as soon as the button is released. Default: true. */
  copyOnSelect?: boolean;
  /** Replaces the terminal's clipboard. Resolves to `true`, or to an error message. */
  copySelection?: (text: string) => Promise<boolean | string>;
  /** The output that stays in the terminal after exit. Default: the whole document. */
  exitOutput?: "document" | "none";
}

export const VIEWPORT_TUI: unique symbol = Symbol.for("tau.viewport-tui");

/** A screen with a fixed height, whose parts can be laid out and scrolled. */
export interface ViewportTUI extends TUI {
  readonly [VIEWPORT_TUI]: true;
  setLayoutRoot(component: Component | undefined): void;
  getCopyOnSelect(): boolean;
  setCopyOnSelect(enabled: boolean): void;
  hasActiveSelection(): boolean;
  copyActiveSelectionToClipboard(): Promise<boolean>;
}

export function isViewportTUI(tui: TUI): tui is ViewportTUI {
  return VIEWPORT_TUI in tui;
}

const FLASH_MS = 1500;

/** Draws on the alternate screen, with its own viewport, scrolling and selection. */
export class TuiAltScreen extends TuiBase implements ViewportTUI {
  readonly mode = "fullscreen";
  readonly [VIEWPORT_TUI] = true as const;
  private readonly grid = new Grid();
  private readonly options: TuiAltScreenOptions;
  private readonly document = new ScrollView(this, { follow: "end", primary: true });
  private readonly pointer: Pointer;
  private readonly search: Search;
  private layoutRoot: Component | undefined;
  private frame: LayoutFrame | undefined;
  private size = { columns: 0, rows: 0 };
  private indicator: { row: number; from: number; to: number } | undefined;
  private copyOnSelect: boolean;
  private withdrawUndo: (() => void) | undefined;

  constructor(
    terminal: Terminal,
    showHardwareCursor = false,
    _logDirectory?: string,
    options: TuiAltScreenOptions = {},
    clock?: FrameClock,
  ) {
    super(terminal, showHardwareCursor, clock);
    this.options = options;
    this.copyOnSelect = options.copyOnSelect ?? true;
    this.search = new Search({
      view: () => this.primary,
      showOverlay: (panel, place) => this.showOverlay(panel, place),
      requestRender: () => this.requestRender(),
      matchStyle: options.searchMatchStyle ?? ((text) => `\x1b[4m${text}\x1b[24m`),
      buttonStyle:
        options.searchNavigationButtonStyle ?? ((text, hovered) => (hovered ? `\x1b[7m${text}\x1b[27m` : text)),
      currentMatchStyle: options.searchCurrentMatchStyle ?? ((text) => `\x1b[7m${text}\x1b[27m`),
    });
    this.pointer = new Pointer({
      overlays: this.overlays,
      wheel: new WheelPace(options.wheelScrollLines ?? "auto", () => systemClock.now()),
      frame: () => this.frame,
      focus: (component) => this.setFocus(component),
      requestRender: () => this.requestRender(),
      selected: (text) => this.onSelected(text),
      clicked: (column, row) => this.onClicked(column, row),
      rightPressed: () => this.options.onRightClickPaste?.(),
      now: () => systemClock.now(),
    });
  }

  get viewportTop(): number {
    return this.primary.scrollTop;
  }

  get isFollowingOutput(): boolean {
    return this.primary.isFollowingEnd;
  }

  getCopyOnSelect(): boolean {
    return this.copyOnSelect;
  }

  setCopyOnSelect(enabled: boolean): void {
    this.copyOnSelect = enabled;
  }

  hasActiveSelection(): boolean {
    return this.pointer.selection !== undefined && !this.pointer.selection.isEmpty;
  }

  async copyActiveSelectionToClipboard(): Promise<boolean> {
    const { selection } = this.pointer;
    return selection && !selection.isEmpty ? await this.copy(selection.text()) : false;
  }

  /** Sets a component that fills the whole screen; without one, all children scroll as one document. */
  setLayoutRoot(component: Component | undefined): void {
    this.layoutRoot = component;
    this.requestRender();
  }

  scrollBy(lines: number): void {
    this.primary.scrollBy(lines);
    this.requestRender();
  }

  scrollToTop(): void {
    this.primary.scrollToStart();
    this.requestRender();
  }

  scrollToBottom(): void {
    this.primary.scrollToEnd();
    this.requestRender();
  }

  /** Shows a short message in the corner that disappears automatically. */
  flash(message: string, durationMs = FLASH_MS): void {
    const text = ` ${message} `;
    const note: Component = { render: () => [`\x1b[7m${text}\x1b[27m`], invalidate: () => undefined };
    const handle = this.showOverlay(note, { anchor: "top-right", width: visibleWidth(text), nonCapturing: true });
    setTimeout(() => handle.hide(), durationMs).unref();
  }

  override start(): void {
    if (this.running || this.terminal.isDumb) {
      super.start();
      return;
    }
    const mouse = this.options.mouse ?? true;
    const enter = control.alternateScreenOn + (mouse ? control.mouseOn : "") + control.cursorHide;
    const leave = control.wrapOn + control.frameEnd + (mouse ? control.mouseOff : "") + control.alternateScreenOff;
    this.withdrawUndo = this.terminal.undoAtExit?.(() => leave);
    this.grid.forget();
    super.start();
    this.terminal.write(enter);
  }

  protected draw(): void {
    const { columns, rows } = this.terminal;
    if (this.terminal.isDumb) return;
    if (columns !== this.size.columns || rows !== this.size.rows) this.forgetScreen();
    this.size = { columns, rows };
    this.frame = renderLayout(this.layoutRoot ?? this.document, columns, rows, () => this.requestRender());
    const selected = this.pointer.selection?.highlight(this.frame) ?? this.frame.lines;
    const found = this.search.highlight(selected, this.frame);
    const lines = this.overlays.composite(this.withIndicator(found, this.frame));
    this.terminal.write(this.grid.draw({ lines, columns, rows, showCursor: this.getShowHardwareCursor() }));
  }

  /** Redraws everything even if the size is back to the previous one: the terminal may have cut rows in between. */
  protected override onResize(): void {
    this.requestRender(true);
  }

  protected forgetScreen(): void {
    this.grid.forget();
    this.redraws++;
  }

  protected override lostImage(imageId: number): boolean {
    return this.grid.lostImage(imageId);
  }

  protected leaveScreen(options: TuiStopOptions): void {
    const { columns, isDumb = false } = this.terminal;
    const mouse = (this.options.mouse ?? true) ? control.mouseOff : "";
    if (!isDumb) this.terminal.write(this.grid.leave() + mouse + control.alternateScreenOff);
    this.withdrawUndo?.();
    this.withdrawUndo = undefined;
    this.document.dispose();
    if (options.preserveScreen || this.options.exitOutput === "none") return;
    const lines = drawComponent(this.layoutRoot ?? this, columns);
    const plain = (line: string) => `${stripTerminalSequences(line).trimEnd()}\n`;
    const styled = (line: string) => `${screenLine(line, columns).text}\r\n`;
    this.terminal.write(lines.map(isDumb ? plain : styled).join(""));
  }

  /** Claims the copy key while a selection is visible, whatever else the key is bound to. */
  protected override claim(input: string): boolean {
    if (!this.hasActiveSelection() || !getKeybindings().matches(input, "tui.input.copy")) return false;
    void this.copyActiveSelectionToClipboard();
    this.pointer.selection = undefined;
    this.requestRender();
    return true;
  }

  protected override intercept(input: string): boolean {
    const mouse = parseMouseInput(input);
    if (mouse) {
      this.pointer.handle(mouse);
      return true;
    }
    const keybindings = getKeybindings();
    if (keybindings.matches(input, "tui.altScreen.search")) {
      this.search.toggle();
      return true;
    }
    // Lists and dialogs handle the paging keys themselves.
    if (this.overlays.hasFocus() || this.getFocusedComponent()?.capturesViewportInput) return false;
    const action = SCROLL_ACTIONS.find(({ id }) => keybindings.matches(input, id));
    action?.scroll(this.primary);
    if (action) this.requestRender();
    return action !== undefined;
  }

  private get primary(): ScrollView {
    return this.frame?.primary ?? this.document;
  }

  private withIndicator(lines: readonly string[], frame: LayoutFrame): readonly string[] {
    this.indicator = undefined;
    const view = frame.primary;
    const label = view?.followEnd && !view.isFollowingEnd ? this.options.scrollToEndIndicator?.() : undefined;
    const box = frame.boxes.find((candidate) => candidate.scrollViews[0] === view);
    if (!label || !box) return lines;
    const width = Math.min(visibleWidth(label), box.rect.width);
    const row = box.rect.y + box.rect.height - 1;
    const from = box.rect.x + Math.floor((box.rect.width - width) / 2);
    this.indicator = { row, from, to: from + width };
    return lines.with(row, compositeTuiLine(lines[row] ?? "", label, from, width, this.size.columns));
  }

  private onSelected(text: string): void {
    if (this.copyOnSelect) void this.copy(text);
    this.requestRender();
  }

  private onClicked(column: number, row: number): void {
    const { indicator } = this;
    if (indicator && row === indicator.row && column >= indicator.from && column < indicator.to) {
      this.scrollToBottom();
      return;
    }
    const url = getOsc8LinkAtColumn(this.frame?.lines[row] ?? "", column);
    if (url) this.options.openUrl?.(url);
  }

  private async copy(text: string): Promise<boolean> {
    const result = this.options.copySelection ? await this.options.copySelection(text) : this.copyByTerminal(text);
    this.flash(result === true ? "Copied" : typeof result === "string" ? result : "Could not copy");
    return result === true;
  }

  private copyByTerminal(text: string): true {
    this.terminal.write(`\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`);
    return true;
  }
}

interface ScrollAction {
  readonly id: Keybinding;
  scroll(view: ScrollView): void;
}

/** Key actions on the primary view. A page keeps one line of the previous page visible. */
const SCROLL_ACTIONS: readonly ScrollAction[] = [
  { id: "tui.altScreen.pageUp", scroll: (view) => view.scrollBy(1 - view.viewportHeight) },
  { id: "tui.altScreen.pageDown", scroll: (view) => view.scrollBy(view.viewportHeight - 1) },
  { id: "tui.altScreen.halfPageUp", scroll: (view) => view.scrollBy(-Math.ceil(view.viewportHeight / 2)) },
  { id: "tui.altScreen.halfPageDown", scroll: (view) => view.scrollBy(Math.ceil(view.viewportHeight / 2)) },
  { id: "tui.altScreen.lineUp", scroll: (view) => view.scrollBy(-1) },
  { id: "tui.altScreen.lineDown", scroll: (view) => view.scrollBy(1) },
  { id: "tui.altScreen.top", scroll: (view) => view.scrollToStart() },
  { id: "tui.altScreen.bottom", scroll: (view) => view.scrollToEnd() },
  { id: "tui.altScreen.previousPrompt", scroll: (view) => view.scrollToPrompt("previous") },
  { id: "tui.altScreen.nextPrompt", scroll: (view) => view.scrollToPrompt("next") },
];
