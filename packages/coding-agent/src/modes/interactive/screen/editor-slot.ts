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

/** As many entries as an editor keeps. */
const MOST_HISTORY = 100;

/** The place of the editor, which an extension may fill with its own. Text, keys and completion go to the current editor. */
export class EditorSlot implements Component, Focusable {
  private readonly tui: TUI;
  private own: Editor;
  private current: EditorComponent;
  private provider: AutocompleteProvider | undefined;
  private submit: (text: string) => void = () => undefined;
  private isFocused = false;
  /** The history for editors that replace the current one. */
  private readonly history: string[] = [];
  /** The status that an editor with `embedWorkingStatus` shows above its text. */
  status: BorderStatus | undefined;
  /** Called by editors that get keys first, for keys that they do not use. Returns whether the key was handled. */
  onKey: (data: string) => boolean = () => false;
  /** Called with the reason when an extension's editor had to be removed. */
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

  /** Whether the current editor passes on the application's keys itself. */
  get seesKeysFirst(): boolean {
    return this.isFocused && this.current instanceof CustomEditor;
  }

  /** Whether the editor shows the current work. */
  get showsStatus(): boolean {
    return this.current instanceof CustomEditor && this.current.embedWorkingStatus;
  }

  /** While completions are shown, page keys scroll their list. */
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

  /** Replaces the editor and keeps the text. `undefined` restores the usual editor. */
  replace(editor: EditorComponent | undefined): void {
    const next = editor ?? this.own;
    if (next === this.current) return;
    // Another editor does not know the marks of pasted text.
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

  /** Replaces the usual editor, for example by the vim editor. */
  setOwn(own: Editor): void {
    const { own: before, current } = this;
    this.own = own;
    own.borderColor = before.borderColor;
    own.setPaddingX(before.getPaddingX());
    own.setAutocompleteMaxVisible(before.getAutocompleteMaxVisible());
    for (const earlier of this.history) own.addToHistory(earlier);
    if (current === before) this.replace(own);
  }

  /** The mode of the editor, if it has several. Otherwise empty. */
  get modeLabel(): string {
    return this.current instanceof Editor ? this.current.modeLabel : "";
  }

  /** Returns whether the editor claims a key before the application. */
  claimsKey(data: string): boolean {
    return this.isFocused && this.current instanceof Editor && this.current.claimsKey(data);
  }

  getText(): string {
    return this.use((editor) => editor.getText());
  }

  /** Returns the end of the text if an extension's editor does not report its cursor. */
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

  /** Makes a text behave as one unit, if the editor supports it. */
  addAtom(text: string): void {
    if (this.current instanceof Editor) this.current.addAtom(text);
  }

  /** Pastes a text like a terminal. Removes sequences that could end the paste early; a large text is shown as a mark. */
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

  /** Calls the current editor. If an extension's editor throws, removes it, because the user could not type any more. */
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

/** Returns the text of a failed editor, if it can still be read. */
function textIn(editor: EditorComponent): string | undefined {
  try {
    return editor.getExpandedText?.() ?? editor.getText();
  } catch {
    return undefined;
  }
}
