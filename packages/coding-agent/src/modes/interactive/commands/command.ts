import type { AutocompleteItem } from "@tau/tui";
import type { InteractiveContext } from "../interactive-context.ts";

/** Something that is typed behind a slash. */
export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  /** Names that other programs have for it. They give way to every command, template and skill. */
  readonly aliases?: readonly string[];
  /** Shown behind the name, as `[level]`. */
  readonly argumentHint?: string;
  /** It puts another session, or another place of it, where this one is: what is sent after it waits for that. */
  readonly replacesSession?: true;
  /** Pi has no command of this name: one of an extension, or a template, gets it. */
  readonly givesWay?: true;
  complete?(prefix: string, context: InteractiveContext): AutocompleteItem[] | Promise<AutocompleteItem[]>;
  run(context: InteractiveContext, argument: string): void | Promise<void>;
}

/** Completions for words out of a fixed list. */
export function wordsStarting(prefix: string, words: readonly string[]): AutocompleteItem[] {
  return words.filter((word) => word.startsWith(prefix.trimStart())).map((word) => ({ value: word, label: word }));
}
