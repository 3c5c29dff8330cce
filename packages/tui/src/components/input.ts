import { type Component, CURSOR_MARKER, type Focusable } from "../component.ts";
import { decodePrintableKey, getKeybindings, type Keybinding } from "../keys/index.ts";
import type { TuiMouseEvent, TuiMouseEventResult } from "../mouse.ts";
import { neutralizeLine, sliceByColumn, stripTerminalSequences, truncateToWidth, visibleWidth } from "../text/index.ts";
import { BracketedPaste } from "./bracketed-paste.ts";
import { Editing } from "./editor/editing.ts";
import { nextBoundary } from "./editor/grapheme-boundary.ts";
import { hasControl } from "./editor/has-control.ts";
import { EditorLayout } from "./editor/layout.ts";
import { Motion } from "./editor/motion.ts";
import { renderFakeCursor } from "./fake-cursor.ts";
import { fillRow } from "./padding.ts";

export interface InputOptions {
  prompt?: string;
  placeholder?: string;
  placeholderStyle?: (text: string) => string;
}

/** A single-line text field that scrolls sideways with the cursor. */
export class Input implements Component, Focusable {
  focused = false;
  onSubmit?: (value: string) => void;
  onEscape?: () => void;
  private readonly prompt: string;
  private readonly placeholder: string;
  private readonly placeholderStyle: (text: string) => string;
  private readonly editing = new Editing();
  private readonly motion = new Motion(this.editing, new EditorLayout());
  private readonly paste = new BracketedPaste();
  private firstColumn = 0;
  private drawn: { key: string; lines: string[] } | undefined;

  constructor(options: InputOptions = {}) {
    this.prompt = neutralizeLine(options.prompt ?? "> ");
    this.placeholder = singleLine(options.placeholder ?? "");
    this.placeholderStyle = options.placeholderStyle ?? ((text) => `\x1b[2m${text}\x1b[22m`);
  }

  getValue(): string {
    return this.editing.buffer.text;
  }

  setValue(value: string): void {
    const { col } = this.editing.buffer.cursor;
    this.editing.buffer.setText(singleLine(value));
    this.motion.moveTo({ line: 0, col: Math.min(col, this.getValue().length) });
  }

  invalidate(): void {
    this.drawn = undefined;
  }

  handleInput(data: string): void {
    for (const { kind, text } of this.paste.take(data)) {
      if (kind === "paste") this.editing.insert(singleLine(text));
      else this.handleKey(text);
    }
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    if (event.type !== "press" || event.button !== "left") return undefined;
    const column = Math.max(0, event.x - visibleWidth(this.prompt)) + this.firstColumn;
    this.motion.moveTo({ line: 0, col: sliceByColumn(this.getValue(), 0, column, true).length });
    return { handled: true, focus: true };
  }

  render(width: number): string[] {
    const { cursor } = this.editing.buffer;
    const key = `${width} ${this.focused} ${cursor.col} ${this.getValue()}`;
    if (this.drawn?.key !== key) this.drawn = { key, lines: [this.draw(width)] };
    return this.drawn.lines;
  }

  private handleKey(data: string): void {
    const keys = getKeybindings();
    if (keys.matches(data, "tui.select.cancel")) this.onEscape?.();
    else if (keys.matches(data, "tui.input.submit") || data === "\n") this.onSubmit?.(this.getValue());
    else {
      const action = ACTIONS.find(([id]) => keys.matches(data, id));
      if (action) action[1](this.editing, this.motion);
      else this.type(data);
    }
  }

  private type(data: string): void {
    const text = decodePrintableKey(data) ?? (hasControl(data) ? "" : data);
    if (text !== "") this.editing.type(text);
  }

  private draw(width: number): string {
    const prompt = truncateToWidth(this.prompt, Math.max(0, width - 1), "");
    const room = Math.max(1, width - visibleWidth(prompt));
    return fillRow(prompt + (this.getValue() === "" ? this.drawPlaceholder(room) : this.drawValue(room)), width);
  }

  private drawPlaceholder(room: number): string {
    const shown = truncateToWidth(this.placeholder, room, "");
    const end = nextBoundary(shown, 0, []);
    const rest = shown.slice(end);
    return this.marker + renderFakeCursor(shown.slice(0, end)) + (rest && this.placeholderStyle(rest));
  }

  private drawValue(room: number): string {
    const value = this.getValue();
    const { col } = this.editing.buffer.cursor;
    const end = nextBoundary(value, col, []);
    const under = col < value.length ? value.slice(col, end) : " ";
    const before = visibleWidth(value.slice(0, col));
    const after = before + visibleWidth(under);
    // Nothing is scrolled out of the field that has its place there: text that became shorter moves back.
    const needed = Math.max(0, visibleWidth(value) + 1 - room);
    this.firstColumn = Math.max(after - room, Math.min(this.firstColumn, before, needed));
    const left = sliceByColumn(value.slice(0, col), this.firstColumn, before - this.firstColumn, true);
    const right = sliceByColumn(value.slice(end), 0, this.firstColumn + room - after, true);
    return left + this.marker + renderFakeCursor(visibleWidth(under) <= room ? under : " ") + right;
  }

  private get marker(): string {
    return this.focused ? CURSOR_MARKER : "";
  }
}

const ACTIONS: ReadonlyArray<readonly [Keybinding, (editing: Editing, motion: Motion) => unknown]> = [
  ["tui.editor.undo", (editing) => editing.undo()],
  ["tui.editor.redo", (editing) => editing.redo()],
  ["tui.editor.deleteToLineEnd", (editing) => editing.killToLineEnd()],
  ["tui.editor.deleteToLineStart", (editing) => editing.killToLineStart()],
  ["tui.editor.deleteWordBackward", (editing) => editing.killWordBackward()],
  ["tui.editor.deleteWordForward", (editing) => editing.killWordForward()],
  ["tui.editor.deleteCharBackward", (editing) => editing.deleteBackward()],
  ["tui.editor.deleteCharForward", (editing) => editing.deleteForward()],
  ["tui.editor.yank", (editing) => editing.yank()],
  ["tui.editor.yankPop", (editing) => editing.yankPop()],
  ["tui.editor.cursorLeft", (_, motion) => motion.left()],
  ["tui.editor.cursorRight", (_, motion) => motion.right()],
  // At an end of the text, a motion by words is none here: typing goes on as one step of undo.
  ["tui.editor.cursorWordLeft", ({ buffer }, motion) => buffer.cursor.col > 0 && motion.wordLeft()],
  ["tui.editor.cursorWordRight", ({ buffer }, motion) => buffer.cursor.col < buffer.text.length && motion.wordRight()],
  ["tui.editor.cursorLineStart", (_, motion) => motion.lineStart()],
  ["tui.editor.cursorLineEnd", (_, motion) => motion.lineEnd()],
];

function singleLine(text: string): string {
  return stripTerminalSequences(text).replace(/\n+/g, "").replaceAll("\t", "    ");
}
