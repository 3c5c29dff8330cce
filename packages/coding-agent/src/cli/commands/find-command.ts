import { nearest } from "../../core/text/nearest.ts";
import { usageError } from "../cli-error.ts";
import type { Command } from "./command.ts";

/** The command that the first word names. A word that is nearly one is refused: taken for a prompt it would cost money. */
export function findCommand([word = "", next]: readonly string[], commands: readonly Command[]): Command | undefined {
  const named = (name: string | undefined) => commands.find((command) => command.name === name);
  // "help me with this" is a prompt.
  if (word === "help" && next !== undefined && !named(next)) return undefined;
  const command = named(word);
  if (command || !MISTYPED.test(word)) return command;
  const meant = nearest(
    word,
    commands.map(({ name }) => name),
    1,
  );
  if (meant === undefined) return undefined;
  throw usageError(`There is no command "${word}". Did you mean tau ${meant}? As a prompt: tau -- ${word}`);
}

/** One lower-case word; a shorter one is too near to too many others. */
const MISTYPED = /^[a-z]{5,}$/;
