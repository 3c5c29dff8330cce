import { type Component, type Focusable, getKeybindings, Input, type Keybinding } from "@tau/tui";

export type ListActions = Partial<Record<Keybinding, () => void>>;

/** A list below a search line. A key either acts on the list or edits the search. */
export abstract class SearchedList implements Component, Focusable {
  protected readonly input: Input;
  protected abstract readonly actions: ListActions;

  constructor(placeholder: string) {
    this.input = new Input({ prompt: "› ", placeholder });
  }

  get focused(): boolean {
    return this.input.focused;
  }

  set focused(focused: boolean) {
    this.input.focused = focused;
  }

  protected get query(): string {
    return this.input.getValue();
  }

  abstract render(width: number): string[];

  /** Called when the search text has changed. */
  protected abstract searchChanged(): void;

  invalidate(): void {
    this.input.invalidate();
  }

  handleInput(data: string): void {
    const keys = getKeybindings();
    const id = (Object.keys(this.actions) as Keybinding[]).find((action) => keys.matches(data, action));
    if (id) this.actions[id]?.();
    else this.type(data);
  }

  private type(data: string): void {
    const before = this.query;
    this.input.handleInput(data);
    if (this.query !== before) this.searchChanged();
  }
}
