import type { InteractiveContext } from "../interactive-context.ts";
import type { SlashCommand } from "./command.ts";

const PREFIX = "tau:";

/**
 * Commands under the names that they are shown by. One that pi does not have gives way to a command of an extension and to a template of
 * the same name, and so does every alias: what is written for pi finds its names free.
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

/** The command that is meant by a name; each can be named with `tau:` in front. */
export function findCommand(commands: readonly SlashCommand[], typed: string | undefined): SlashCommand | undefined {
  if (typed === undefined) return undefined;
  const named = commands.find(({ name }) => name === typed || `${PREFIX}${name}` === typed);
  return (
    named ?? commands.find(({ aliases = [] }) => aliases.some((name) => name === typed || `${PREFIX}${name}` === typed))
  );
}
