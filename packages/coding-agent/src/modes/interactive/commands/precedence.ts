import type { InteractiveContext } from "../interactive-context.ts";
import type { SlashCommand } from "./command.ts";

const PREFIX = "tau:";

/**
 * Returns the commands under the names that the user sees. A command that pi does not have, and every alias, yields its name to a command
 * of an extension or a template, so that extensions written for pi find their names free.
 */
export function shownCommands(
  commands: readonly SlashCommand[],
  { session, services }: Pick<InteractiveContext, "session" | "services">,
): SlashCommand[] {
  const templates = new Set(services.resources.getPrompts().prompts.map(({ name }) => name));
  const isTaken = (name: string) => templates.has(name) || session.extensions?.hasCommand(name) === true;
  return commands.map((command) => {
    const { name, givesWay, aliases = [] } = command;
    const yielded = (each: string) => (isTaken(each) ? `${PREFIX}${each}` : each);
    return { ...command, name: givesWay ? yielded(name) : name, aliases: aliases.map(yielded) };
  });
}

/** Finds the command that a typed name means. Each can also be typed with `tau:` in front. */
export function findCommand(commands: readonly SlashCommand[], typed: string | undefined): SlashCommand | undefined {
  if (typed === undefined) return undefined;
  const named = commands.find(({ name }) => name === typed || `${PREFIX}${name}` === typed);
  return (
    named ?? commands.find(({ aliases = [] }) => aliases.some((name) => name === typed || `${PREFIX}${name}` === typed))
  );
}
