import type { AutocompleteItem } from "@tau/tui";
import type { InteractiveContext } from "../interactive-context.ts";

/** A command that the user types after a slash. */
export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  /** Names that other programs use for the command. Any command, template or skill of the same name takes precedence. */
  readonly aliases?: readonly string[];
  /** Shown after the name, such as `[level]`. */
  readonly argumentHint?: string;
  /** The command replaces the session or moves to another place in it. Text sent after it waits until that is done. */
  readonly replacesSession?: true;
  /** Pi has no command of this name, so a command of an extension or a template takes precedence. */
  readonly givesWay?: true;
  complete?(prefix: string, context: InteractiveContext): AutocompleteItem[] | Promise<AutocompleteItem[]>;
  run(context: InteractiveContext, argument: string): void | Promise<void>;
}

/** Returns the words of a fixed list that start with the prefix. */
export function wordsStarting(prefix: string, words: readonly string[]): AutocompleteItem[] {
  return words.filter((word) => word.startsWith(prefix.trimStart())).map((word) => ({ value: word, label: word }));
}
