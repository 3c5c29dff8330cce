import type { OutlineItem } from "../../syntax/outline.ts";

export type { OutlineItem };

export interface OutlinedLanguage {
  readonly name: string;
  /** Without the dot. */
  readonly extensions: readonly string[];
}

/** `pi.syntax`: what source files define, from their syntax trees. */
export interface ExtensionSyntax {
  /** The languages that `outline` knows. */
  languages(): Promise<readonly OutlinedLanguage[]>;
  /** Resolves to the definitions in a text, in its order, or to `undefined` if the path's extension is of no known language. */
  outline(path: string, text: string): Promise<readonly OutlineItem[] | undefined>;
}
