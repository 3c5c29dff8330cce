import type { Component, Focusable } from "../../component.ts";
import { Input } from "../../components/input.ts";
import { getKeybindings, type Keybinding } from "../../keys/keybindings.ts";
import { truncateToWidth } from "../../text/truncate-text.ts";

export interface SearchPanelHandlers {
  changed(query: string): void;
  moved(direction: 1 | -1): void;
  closed(): void;
}

/** The line in which the user types what to look for, with the number of the place that is shown. */
export class SearchPanel implements Component, Focusable {
  private readonly input = new Input({ prompt: "find: " });
  private readonly handlers: SearchPanelHandlers;
  private position = "";

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

  invalidate(): void {
    this.input.invalidate();
  }

  render(width: number): string[] {
    const room = Math.max(1, width - this.position.length);
    const [line = ""] = this.input.render(room);
    return [truncateToWidth(line, room, "", true) + this.position, "─".repeat(width)];
  }
}
