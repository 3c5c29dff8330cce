export interface AutocompleteItem {
  value: string;
  label: string;
  description?: string;
}

export interface SlashCommand {
  name: string;
  description?: string;
  /** Shown after the name, such as `<file>`. */
  argumentHint?: string;
  getArgumentCompletions?(argumentPrefix: string): AutocompleteItem[] | null | Promise<AutocompleteItem[] | null>;
}

export interface AutocompleteSuggestions {
  items: AutocompleteItem[];
  /** The text before the cursor that an item replaces. */
  prefix: string;
}

export interface AutocompleteRequest {
  /** Aborted as soon as the text changes. */
  signal: AbortSignal;
  /** Set when the user pressed the completion key, unset when the request comes from typing. */
  force?: boolean;
}

export interface CompletedText {
  lines: string[];
  cursorLine: number;
  cursorCol: number;
}

export interface AutocompleteProvider {
  /** Characters that open the menu when typed at the start of a word, besides `/` and `@`. */
  triggerCharacters?: string[];
  getSuggestions(
    lines: string[],
    cursorLine: number,
    cursorCol: number,
    options: AutocompleteRequest,
  ): Promise<AutocompleteSuggestions | null>;
  applyCompletion(
    lines: string[],
    cursorLine: number,
    cursorCol: number,
    item: AutocompleteItem,
    prefix: string,
  ): CompletedText;
  /** Whether the completion key may complete a path here. Default: yes. */
  shouldTriggerFileCompletion?(lines: string[], cursorLine: number, cursorCol: number): boolean;
}
