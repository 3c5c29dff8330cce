import type { AutocompleteProvider } from "../../autocomplete/provider.ts";
import type { Component } from "../../component.ts";

/** What an application needs of its editor; an extension may bring another that does this much. */
export interface EditorComponent extends Component {
  getText(): string;
  setText(text: string): void;
  handleInput(data: string): void;
  onSubmit?: (text: string) => void;
  onChange?: (text: string) => void;
  addToHistory?(text: string): void;
  insertTextAtCursor?(text: string): void;
  /** The text with its markers expanded. Without it, `getText` is asked. */
  getExpandedText?(): string;
  setAutocompleteProvider?(provider: AutocompleteProvider): void;
  borderColor?: (str: string) => string;
  setPaddingX?(padding: number): void;
  setAutocompleteMaxVisible?(maxVisible: number): void;
}
