import {
  type AutocompleteProvider,
  type Component,
  Editor,
  type EditorComponent,
  type Focusable,
  isFocusable,
  stripTerminalSequences,
  type TUI,
} from "@tau/tui";
import { errorText } from "../../../core/error-text.ts";
import { type BorderStatus, CustomEditor } from "../parts/custom-editor.ts";
import { foreignLines } from "../parts/foreign-lines.ts";

/** As many as an editor keeps. */
const MOST_HISTORY = 100;

/** The place of the editor. An extension may put its own there; text, keys and completion go to whoever holds it. */
export class EditorSlot implements Component, Focusable {
  private readonly tui: TUI;
  private own: Editor;
  private current: EditorComponent;
  private provider: AutocompleteProvider | undefined;
  private submit: (text: string) => void = () => undefined;
  private isFocused = false;
  /** Told to each editor that comes; our own knows it. */
  private readonly history: string[] = [];
  /** What an editor that was made to do so shows in the line above its text. */
  status: BorderStatus | undefined;
  /** Asked by editors that see the keys first, about those they have no use for; answers whether it took the key. */
  onKey: (data: string) => boolean = () => false;
  /** Told why the editor of an extension had to go. */
  onFailure: (problem: string) => void = () => undefined;

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

  /** Does the one who holds the place pass the application's keys on by itself? */
  get seesKeysFirst(): boolean {
    return this.isFocused && this.current instanceof CustomEditor;
  }

  /** Is what runs now shown by the editor? */
  get showsStatus(): boolean {
    return this.current instanceof CustomEditor && this.current.embedWorkingStatus;
  }

  /** While something is offered to complete, the keys that page are for that list. */
  get capturesViewportInput(): boolean {
    return (this.current as Component).capturesViewportInput ?? false;
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
    const next = editor ?? this.own;
    if (next === this.current) return;
    // Marks of pastes mean nothing to another editor.
    const text = this.getExpandedText();
    const { focused } = this;
    this.focused = false;
    this.current.onSubmit = () => undefined;
    this.current = next;
    this.current.onSubmit = this.submit;
    this.use((current) => {
      if (this.provider) current.setAutocompleteProvider?.(this.provider);
      current.setText(text);
      if (current !== this.own) for (const earlier of this.history) current.addToHistory?.(earlier);
      if (!(current instanceof CustomEditor)) return;
      current.setWorkingStatusIndicator(this.status);
      current.onExtensionShortcut = (data) => this.onKey(data);
    });
    this.focused = focused;
    this.tui.requestRender();
  }

  /** Puts another editor in the place of the usual one, such as one with the keys of vi. */
  setOwn(own: Editor): void {
    const { own: before, current } = this;
    this.own = own;
    own.borderColor = before.borderColor;
    own.setPaddingX(before.getPaddingX());
    own.setAutocompleteMaxVisible(before.getAutocompleteMaxVisible());
    for (const earlier of this.history) own.addToHistory(earlier);
    if (current === before) this.replace(own);
  }

  /** The mode of the editor, where it has several. */
  get modeLabel(): string {
    return this.current instanceof Editor ? this.current.modeLabel : "";
  }

  /** Whether a key is the editor's, whatever the application does with it. */
  claimsKey(data: string): boolean {
    return this.isFocused && this.current instanceof Editor && this.current.claimsKey(data);
  }

  getText(): string {
    return this.use((editor) => editor.getText());
  }

  /** The end of the text, where the editor of an extension does not say. */
  getCursor(): { line: number; col: number } {
    if (this.current instanceof Editor) return this.current.getCursor();
    const lines = this.getText().split("\n");
    return { line: lines.length - 1, col: lines.at(-1)?.length ?? 0 };
  }

  getExpandedText(): string {
    return this.use((editor) => editor.getExpandedText?.() ?? editor.getText());
  }

  setText(text: string): void {
    this.use((editor) => editor.setText(text));
    this.tui.requestRender();
  }

  insertTextAtCursor(text: string): void {
    this.use((editor) => {
      if (editor.insertTextAtCursor) editor.insertTextAtCursor(text);
      else editor.setText(editor.getText() + text);
    });
    this.tui.requestRender();
  }

  /** Makes a text act as one thing, where the editor can. */
  addAtom(text: string): void {
    if (this.current instanceof Editor) this.current.addAtom(text);
  }

  /** As from a terminal, which lets no text end its paste: a large one is shown as a mark. */
  paste(text: string): void {
    this.handleInput(`\x1b[200~${stripTerminalSequences(text)}\x1b[201~`);
    this.tui.requestRender();
  }

  addToHistory(text: string): void {
    this.history.push(text);
    if (this.history.length > MOST_HISTORY) this.history.shift();
    this.own.addToHistory(text);
    this.use((editor) => {
      if (editor !== this.own) editor.addToHistory?.(text);
    });
  }

  setAutocompleteProvider(provider: AutocompleteProvider): void {
    this.provider = provider;
    this.use((editor) => editor.setAutocompleteProvider?.(provider));
  }

  isShowingAutocomplete(): boolean {
    return this.current instanceof Editor && this.current.isShowingAutocomplete();
  }

  setPaddingX(padding: number): void {
    this.use((editor) => editor.setPaddingX?.(padding));
  }

  setAutocompleteMaxVisible(count: number): void {
    this.use((editor) => editor.setAutocompleteMaxVisible?.(count));
  }

  invalidate(): void {
    this.use((editor) => editor.invalidate());
  }

  handleInput(data: string): void {
    this.use((editor) => editor.handleInput(data));
  }

  render(width: number): string[] {
    return this.use((editor) => (editor === this.own ? editor.render(width) : foreignLines(editor.render(width))));
  }

  /** The editor of an extension that fails gives its place back: nobody could type any more. */
  private use<T>(call: (editor: EditorComponent) => T): T {
    const { current, own } = this;
    if (current === own) return call(own);
    try {
      return call(current);
    } catch (error) {
      this.current = own;
      own.setText(textIn(current) ?? own.getText());
      own.onSubmit = this.submit;
      own.focused = this.isFocused;
      const problem = errorText(error);
      queueMicrotask(() => this.onFailure(problem));
      return call(own);
    }
  }
}

/** What can still be had of an editor that failed. */
function textIn(editor: EditorComponent): string | undefined {
  try {
    return editor.getExpandedText?.() ?? editor.getText();
  } catch {
    return undefined;
  }
}
