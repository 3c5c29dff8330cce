import type { Component, Focusable } from "../../component.ts";
import { Input } from "../../components/input.ts";
import { getKeybindings, type Keybinding } from "../../keys/keybindings.ts";
import type { TuiMouseEvent, TuiMouseEventResult } from "../../mouse.ts";
import { truncateToWidth } from "../../text/truncate-text.ts";

export interface SearchPanelHandlers {
  changed(query: string): void;
  moved(direction: Direction): void;
  closed(): void;
  buttonStyle(text: string, hovered: boolean): string;
}

type Direction = 1 | -1;

/** The buttons ` ↑  ↓ ` at the end of the line. */
const BUTTON_WIDTH = 3;
const BUTTONS: readonly (readonly [text: string, direction: Direction])[] = [
  [" ↑ ", -1],
  [" ↓ ", 1],
];

/** The line in which the user types the search text, with the number of the current match. */
export class SearchPanel implements Component, Focusable {
  private readonly input = new Input({ prompt: "find: " });
  private readonly handlers: SearchPanelHandlers;
  private position = "";
  private width = 0;
  private hovered: Direction | undefined;

  constructor(handlers: SearchPanelHandlers) {
    this.handlers = handlers;
  }

  get focused(): boolean {
    return this.input.focused;
  }

  set focused(value: boolean) {
    this.input.focused = value;
  }

  get query(): string {
    return this.input.getValue();
  }

  /** `index` counts from 0. */
  setResult(index: number, count: number): void {
    this.position = count === 0 ? (this.query === "" ? "" : " none ") : ` ${index + 1}/${count} `;
  }

  handleInput(data: string): void {
    const keybindings = getKeybindings();
    const is = (id: Keybinding) => keybindings.matches(data, id);
    if (is("tui.altScreen.searchClose") || is("tui.altScreen.search")) this.handlers.closed();
    else if (is("tui.altScreen.searchPrevious")) this.handlers.moved(-1);
    else if (is("tui.altScreen.searchNext")) this.handlers.moved(1);
    else {
      const before = this.query;
      this.input.handleInput(data);
      if (this.query !== before) this.handlers.changed(this.query);
    }
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    const fromEnd = this.width - event.x;
    const isOver = event.y === 0 && fromEnd > 0 && fromEnd <= BUTTONS.length * BUTTON_WIDTH;
    const direction = isOver ? (fromEnd > BUTTON_WIDTH ? -1 : 1) : undefined;
    if (event.type === "move") {
      const render = direction !== this.hovered;
      this.hovered = direction;
      return { handled: true, render };
    }
    if (direction === undefined || event.button !== "left") return undefined;
    if (event.type === "click") this.handlers.moved(direction);
    return { handled: true };
  }

  invalidate(): void {
    this.input.invalidate();
  }

  render(width: number): string[] {
    this.width = width;
    const buttons = BUTTONS.map(([text, direction]) =>
      this.handlers.buttonStyle(text, direction === this.hovered),
    ).join("");
    const room = Math.max(1, width - this.position.length - BUTTONS.length * BUTTON_WIDTH);
    const [line = ""] = this.input.render(room);
    return [truncateToWidth(line, room, "", true) + this.position + buttons, "─".repeat(width)];
  }
}
