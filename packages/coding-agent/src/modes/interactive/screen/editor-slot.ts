import {
  type AutocompleteProvider,
  type Component,
  Editor,
  type EditorComponent,
  type Focusable,
  isFocusable,
  type TUI,
} from "@tau/tui";

/** The place of the editor. An extension may put its own there; text, keys and completion go to whoever holds it. */
export class EditorSlot implements Component, Focusable {
  private readonly tui: TUI;
  private readonly own: Editor;
  private current: EditorComponent;
  private provider: AutocompleteProvider | undefined;
  private submit: (text: string) => void = () => undefined;
  private isFocused = false;

  constructor(tui: TUI, own: Editor) {
    this.tui = tui;
    this.own = own;
    this.current = own;
  }

  get focused(): boolean {
    return this.isFocused;
  }

  set focused(focused: boolean) {
    this.isFocused = focused;
    if (isFocusable(this.current)) this.current.focused = focused;
  }

  set onSubmit(submit: (text: string) => void) {
    this.submit = submit;
    this.current.onSubmit = submit;
  }

  set borderColor(paint: (text: string) => string) {
    this.current.borderColor = paint;
    this.own.borderColor = paint;
  }

  /** `undefined` brings the usual editor back. The text moves along. */
  replace(editor: EditorComponent | undefined): void {
    const text = this.current.getText();
    const { focused } = this;
    this.focused = false;
    this.current.onSubmit = () => undefined;
    this.current = editor ?? this.own;
    this.current.onSubmit = this.submit;
    if (this.provider) this.current.setAutocompleteProvider?.(this.provider);
    this.current.setText(text);
    this.focused = focused;
    this.tui.requestRender();
  }

  getText(): string {
    return this.current.getText();
  }

  /** The end of the text, where the editor of an extension does not say. */
  getCursor(): { line: number; col: number } {
    if (this.current instanceof Editor) return this.current.getCursor();
    const lines = this.current.getText().split("\n");
    return { line: lines.length - 1, col: lines.at(-1)?.length ?? 0 };
  }

  getExpandedText(): string {
    return this.current.getExpandedText?.() ?? this.current.getText();
  }

  setText(text: string): void {
    this.current.setText(text);
    this.tui.requestRender();
  }

  insertTextAtCursor(text: string): void {
    if (this.current.insertTextAtCursor) this.current.insertTextAtCursor(text);
    else this.current.setText(this.current.getText() + text);
    this.tui.requestRender();
  }

  addToHistory(text: string): void {
    this.current.addToHistory?.(text);
  }

  setAutocompleteProvider(provider: AutocompleteProvider): void {
    this.provider = provider;
    this.current.setAutocompleteProvider?.(provider);
  }

  isShowingAutocomplete(): boolean {
    return this.current instanceof Editor && this.current.isShowingAutocomplete();
  }

  setPaddingX(padding: number): void {
    this.current.setPaddingX?.(padding);
  }

  setAutocompleteMaxVisible(count: number): void {
    this.current.setAutocompleteMaxVisible?.(count);
  }

  invalidate(): void {
    this.current.invalidate();
  }

  handleInput(data: string): void {
    this.current.handleInput(data);
  }

  render(width: number): string[] {
    return this.current.render(width);
  }
}
