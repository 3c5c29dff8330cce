import type { InteractiveContext } from "../interactive-context.ts";
import type { SlashCommand } from "./command.ts";

const PREFIX = "tau:";

/**
 * Commands under the names that they are shown by. One that pi does not have gives way to a command of an extension and to a template of
 * the same name: what is written for pi finds its names free.
 */
export function shownCommands(
  commands: readonly SlashCommand[],
  { session, services }: Pick<InteractiveContext, "session" | "services">,
): SlashCommand[] {
  const templates = new Set(services.resources.getPrompts().prompts.map(({ name }) => name));
  const isTaken = (name: string) => templates.has(name) || session.extensions?.hasCommand(name) === true;
  return commands.map((command) =>
    command.givesWay && isTaken(command.name) ? { ...command, name: `${PREFIX}${command.name}` } : command,
  );
}

/** The command that is meant by a name; each can be named with `tau:` in front. */
export function findCommand(commands: readonly SlashCommand[], typed: string | undefined): SlashCommand | undefined {
  if (typed === undefined) return undefined;
  return commands.find(({ name }) => name === typed || `${PREFIX}${name}` === typed);
}
