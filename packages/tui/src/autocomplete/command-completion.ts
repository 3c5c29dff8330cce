import { fuzzyFilter } from "../fuzzy/index.ts";
import type { AutocompleteItem, AutocompleteSuggestions, SlashCommand } from "./provider.ts";

export type CommandLike = AutocompleteItem | SlashCommand;

/** Returns suggestions for a message that begins with a slash: command names first, then the arguments of that command. */
export async function completeCommand(
  text: string,
  commands: readonly CommandLike[],
): Promise<AutocompleteSuggestions | null> {
  const typed = text.trimStart();
  const space = typed.indexOf(" ");
  if (space < 0) return completeName(typed, commands);
  const name = typed.slice(1, space);
  const argument = typed.slice(space + 1);
  const command = commands.find((candidate) => nameOf(candidate) === name);
  if (!command || !("name" in command) || !command.getArgumentCompletions) return null;
  const items = await command.getArgumentCompletions(argument);
  return items && items.length > 0 ? { items, prefix: argument } : null;
}

function completeName(typed: string, commands: readonly CommandLike[]): AutocompleteSuggestions | null {
  const matching = fuzzyFilter([...commands], typed.slice(1), nameOf);
  return matching.length > 0 ? { items: matching.map(toItem), prefix: typed } : null;
}

function toItem(command: CommandLike): AutocompleteItem {
  if (!("name" in command)) return command;
  const hint = [command.argumentHint, command.description].filter(Boolean).join(" — ");
  return { value: command.name, label: command.name, ...(hint ? { description: hint } : {}) };
}

function nameOf(command: CommandLike): string {
  return "name" in command ? command.name : command.value;
}
