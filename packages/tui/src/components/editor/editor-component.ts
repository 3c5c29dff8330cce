import type { AutocompleteProvider } from "../../autocomplete/provider.ts";
import type { Component } from "../../component.ts";

/** The interface that an application needs from its editor. An extension may provide another implementation. */
export interface EditorComponent extends Component {
  getText(): string;
  setText(text: string): void;
  handleInput(data: string): void;
  onSubmit?: (text: string) => void;
  onChange?: (text: string) => void;
  addToHistory?(text: string): void;
  insertTextAtCursor?(text: string): void;
  /** Returns the text with its markers expanded. If it is missing, `getText` is used. */
  getExpandedText?(): string;
  setAutocompleteProvider?(provider: AutocompleteProvider): void;
  borderColor?: (str: string) => string;
  setPaddingX?(padding: number): void;
  setAutocompleteMaxVisible?(maxVisible: number): void;
}
