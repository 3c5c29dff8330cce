import type { AutocompleteProvider } from "../../autocomplete/provider.ts";
import type { Component, Focusable } from "../../component.ts";
import { decodePrintableKey, getKeybindings, parseKey } from "../../keys/index.ts";
import type { TuiMouseEvent, TuiMouseEventResult } from "../../mouse.ts";
import type { TUI } from "../../render/index.ts";
import { neutralizeLine, stripTerminalSequences, truncateToWidth, visibleWidth } from "../../text/index.ts";
import { BracketedPaste } from "../bracketed-paste.ts";
import type { SelectListTheme } from "../select-list.ts";
import { AutocompleteMenu } from "./autocomplete-menu.ts";
import { Editing } from "./editing.ts";
import { type EditorFrame, EditorView, type Selection } from "./editor-view.ts";
import { hasControl } from "./has-control.ts";
import { KEY_ACTIONS } from "./key-actions.ts";
import { EditorLayout } from "./layout.ts";
import { Motion } from "./motion.ts";
import { PromptActions, type PromptHost } from "./prompt-actions.ts";
import { PromptHistory } from "./prompt-history.ts";

export interface EditorTheme {
  borderColor: (str: string) => string;
  selectList: SelectListTheme;
  /** Styles paste markers and atoms, which act as one character. */
  chip?: (text: string) => string;
}

export interface EditorOptions {
  paddingX?: number;
  autocompleteMaxVisible?: number;
}

const MIN_VISIBLE_ROWS = 5;
const VISIBLE_SHARE = 0.3;
const DEFAULT_MENU_ROWS = 5;
const TAB = "    ";

/** A multi-line text field between two borders, with history, completion, cutting and undo. */
export class Editor implements Component, Focusable {
  focused = false;
  borderColor: (str: string) => string;
  /** Returns a label for the top border. Called at each frame. */
  borderLabel?: () => string | undefined;
  onSubmit?: (text: string) => void;
  onChange?: (text: string) => void;
  disableSubmit = false;
  protected tui: TUI;
  private paddingX: number;
  protected readonly editing = new Editing();
  private readonly layout = new EditorLayout();
  protected readonly motion = new Motion(this.editing, this.layout);
  private readonly view: EditorView;
  private readonly history = new PromptHistory();
  private readonly paste = new BracketedPaste();
  private readonly menu: AutocompleteMenu;
  private readonly actions: PromptActions;
  /** The range drawn as selected. */
  protected selection: Selection | undefined;
  private width = 80;
  private version = 0;
  private body: { key: string; frame: EditorFrame; menu: string[] } | undefined;
  private drawn: { frame: EditorFrame; top: string; bottom: string; lines: string[] } | undefined;

  constructor(tui: TUI, theme: EditorTheme, options: EditorOptions = {}) {
    this.tui = tui;
    this.borderColor = theme.borderColor;
    this.view = new EditorView(this.editing, this.layout, theme.chip);
    this.paddingX = options.paddingX ?? 0;
    this.menu = new AutocompleteMenu(
      {
        buffer: this.editing.buffer,
        apply: (lines, cursor) => this.change(() => this.editing.setLines(lines, cursor)),
        changed: () => this.redraw(),
      },
      theme.selectList,
      options.autocompleteMaxVisible ?? DEFAULT_MENU_ROWS,
    );
    this.actions = new PromptActions(this.editing, this.motion, this.history, this.promptHost());
  }

  getText(): string {
    return this.editing.buffer.text;
  }

  /** Returns the text with every paste marker replaced by the pasted text. */
  getExpandedText(): string {
    return this.editing.markers.expand(this.getText());
  }

  getLines(): string[] {
    return [...this.editing.buffer.lines];
  }

  getCursor(): { line: number; col: number } {
    return { ...this.editing.buffer.cursor };
  }

  /** Replaces the text. Calls `onChange` even if the text stays the same. */
  setText(text: string): void {
    this.menu.close();
    if (!this.change(() => this.editing.setText(normalize(text)))) this.onChange?.(this.getText());
  }

  /** Inserts text as a single undo step, however long it is. */
  insertTextAtCursor(text: string): void {
    if (text !== "") this.change(() => this.editing.insert(normalize(text)));
  }

  /** Makes a text, such as a file name, act and look like one character (Backspace removes it whole) until the prompt is submitted. */
  addAtom(text: string): void {
    this.editing.markers.addAtom(text);
    this.redraw();
  }

  addToHistory(text: string): void {
    this.history.add(text);
  }

  getPaddingX(): number {
    return this.paddingX;
  }

  setPaddingX(padding: number): void {
    this.paddingX = Math.max(0, Math.floor(padding) || 0);
    this.redraw();
  }

  getAutocompleteMaxVisible(): number {
    return this.menu.maxVisible;
  }

  setAutocompleteMaxVisible(maxVisible: number): void {
    this.menu.maxVisible = Math.max(1, Math.floor(maxVisible) || DEFAULT_MENU_ROWS);
  }

  setAutocompleteProvider(provider: AutocompleteProvider): void {
    this.menu.setProvider(provider);
  }

  /** While the suggestions are open, the paging keys belong to that list. */
  get capturesViewportInput(): boolean {
    return this.isShowingAutocomplete();
  }

  isShowingAutocomplete(): boolean {
    return this.menu.isOpen;
  }

  /** The name of the current mode, for an editor with several modes; empty otherwise. */
  get modeLabel(): string {
    return "";
  }

  /** Returns whether the editor takes a key even if the application has a binding for it. */
  claimsKey(_data: string): boolean {
    return false;
  }

  invalidate(): void {
    this.version++;
  }

  dispose(): void {
    this.menu.close();
  }

  render(width: number): string[] {
    this.width = width;
    const { frame, menu } = this.drawBody(width);
    // Borders are drawn at each frame, because a subclass may show live status in them.
    const top = this.renderTopBorder(width, frame.hiddenAbove);
    const bottom = this.renderBottomBorder(width, frame.hiddenBelow);
    const { drawn } = this;
    if (drawn && drawn.frame === frame && drawn.top === top && drawn.bottom === bottom) return drawn.lines;
    const lines = [top, ...frame.rows, bottom, ...menu];
    this.drawn = { frame, top, bottom, lines };
    return lines;
  }

  handleInput(data: string): void {
    for (const { kind, text } of this.paste.take(data)) {
      if (kind === "paste") this.insertPaste(text);
      else this.handleKey(text);
    }
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    if (event.type !== "press" || event.button !== "left") return undefined;
    const rows = this.body?.frame.rows.length ?? 0;
    if (event.y < 1 || event.y > rows) return undefined;
    this.motion.moveTo(this.view.positionAt(event.x, event.y - 1, this.paddingX, this.width));
    this.menu.close();
    this.redraw();
    return { handled: true, focus: true };
  }

  protected renderTopBorder(width: number, hiddenLineCount: number): string {
    return drawBorder(width, hiddenLineCount, "↑", this.borderColor, this.borderLabel?.());
  }

  protected renderBottomBorder(width: number, hiddenLineCount: number): string {
    return drawBorder(width, hiddenLineCount, "↓", this.borderColor);
  }

  private drawBody(width: number): { frame: EditorFrame; menu: string[] } {
    const maxRows = this.maxRows;
    const key = `${width} ${maxRows} ${this.focused} ${this.version}`;
    if (this.body?.key !== key) {
      const frame = this.view.draw(width, this.paddingX, maxRows, {
        isFocused: this.focused,
        selection: this.selection,
      });
      this.body = { key, frame, menu: this.menu.render(width) };
    }
    return this.body;
  }

  private get maxRows(): number {
    return Math.max(MIN_VISIBLE_ROWS, Math.floor(this.tui.terminal.rows * VISIBLE_SHARE));
  }

  private handleKey(data: string): void {
    const jump = this.actions.takeJump(data);
    if (jump === "jumped") this.redraw();
    if (jump !== "none") return;
    const outcome = this.menu.handleInput(data);
    if (outcome === "handled") return;
    if (outcome === "submit") {
      this.change(() => this.actions.submit());
      this.deliver();
    } else if (!this.runAction(unshifted(data))) this.typeKey(data);
  }

  private runAction(data: string): boolean {
    const keys = getKeybindings();
    const found = KEY_ACTIONS.find(([id]) => keys.matches(data, id));
    if (!found) return false;
    const [id, action] = found;
    const { cursor } = this.editing.buffer;
    const changed = this.change(() => action(this.actions));
    this.deliver();
    if (changed && id !== "tui.input.submit") this.menu.update();
    else if (cursor !== this.editing.buffer.cursor) this.menu.close();
    return true;
  }

  private typeKey(data: string): void {
    const text = isModifiedEnter(data) ? "\n" : (decodePrintableKey(data) ?? (hasControl(data) ? "" : data));
    if (text === "") return;
    this.change(() => (text === "\n" ? this.editing.insert(text) : this.editing.type(text)));
    this.menu.update();
  }

  private insertPaste(text: string): void {
    const { buffer, markers } = this.editing;
    const clean = normalize(text);
    const isPathAfterWord = /^[/~.]/.test(clean) && /\w$/.test(buffer.line.slice(0, buffer.cursor.col));
    this.change(() => this.editing.insert((isPathAfterWord ? " " : "") + markers.insertionFor(clean)));
    this.menu.close();
  }

  private promptHost(): PromptHost {
    const editor = this;
    return {
      get pageRows() {
        return editor.maxRows;
      },
      get canSubmit() {
        return !editor.disableSubmit;
      },
      layOut: () => this.layOut(),
      complete: () => this.menu.complete(),
      closeMenu: () => this.menu.close(),
    };
  }

  /** Calls `onSubmit` after the editor has finished with the key, because the callback may set the next text. */
  private deliver(): void {
    const text = this.actions.takeSubmitted();
    if (text !== undefined) this.onSubmit?.(text);
  }

  /** Lays the text out as it is drawn now and returns the motion over its rows. */
  protected layOut(): Motion {
    this.view.layOut(this.width, this.paddingX);
    return this.motion;
  }

  /** Moves by one row; at the edge of the text, to the start or end of the line and from there into the history. */
  protected moveRow(direction: -1 | 1): void {
    if (direction < 0) this.actions.up();
    else this.actions.down();
  }

  /** Runs an action, redraws, and notifies listeners if the text changed. Returns whether it changed. */
  protected change(action: () => void): boolean {
    const { lines } = this.editing.buffer;
    this.actions.isSteppingHistory = false;
    action();
    this.redraw();
    if (lines === this.editing.buffer.lines) return false;
    if (!this.actions.isSteppingHistory) this.history.leave();
    this.motion.forgetColumn();
    this.onChange?.(this.getText());
    return true;
  }

  private redraw(): void {
    this.version++;
    this.tui.requestRender();
  }
}

function normalize(text: string): string {
  return stripTerminalSequences(text).replaceAll("\t", TAB);
}

/** Matches Enter with any modifier that has no other binding: terminals differ in which of them they report. */
function isModifiedEnter(data: string): boolean {
  return parseKey(data)?.endsWith("+enter") ?? false;
}

/** Removes Shift where extended protocols report it with keys that mean the same without it. */
function unshifted(data: string): string {
  const key = parseKey(data);
  if (key === "shift+backspace") return "\x7f";
  return key === "shift+delete" ? "\x1b[3~" : data;
}

/** Draws a border across the width, with an optional name and the number of hidden lines. */
function drawBorder(
  width: number,
  hidden: number,
  arrow: string,
  color: (text: string) => string,
  name?: string,
): string {
  const words = [...(name ? [neutralizeLine(name)] : []), ...(hidden > 0 ? [`${arrow} ${hidden} more`] : [])];
  if (words.length === 0) return color("─".repeat(width));
  const label = `─── ${words.join(" · ")} `;
  return color(truncateToWidth(label + "─".repeat(Math.max(0, width - visibleWidth(label))), width, ""));
}
