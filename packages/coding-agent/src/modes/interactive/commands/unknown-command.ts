import { existsSync } from "node:fs";
import { nearest } from "../../../core/text/nearest.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { findCommand } from "./precedence.ts";

/** A name behind a slash, and nothing that makes it a path. */
const NAME = /^\/([A-Za-z][\w:.-]*)(?:\s|$)/;

/** What to say where a text is meant for a command that does not exist; undefined where it is none, or may be a prompt after all. */
export function unknownCommand(text: string, context: InteractiveContext): string | undefined {
  const name = NAME.exec(text)?.[1];
  if (name === undefined || existsSync(`/${name}`)) return undefined;
  const names = commandNames(context);
  if (names.includes(name) || findCommand(context.commands(), name) || context.session.extensions?.mayTake(name))
    return undefined;
  const meant = names.find((candidate) => candidate.startsWith(name)) ?? nearest(name, names);
  const advice = meant === undefined ? "/help lists the commands" : `Did you mean /${meant}?`;
  return `/${name} is not a command. ${advice}${advice.endsWith("?") ? "" : "."}`;
}

/** Everything that may stand behind a slash: commands of ours and of extensions, templates and skills. */
function commandNames({ commands, session, services: { resources } }: InteractiveContext): string[] {
  const added = session.extensions?.registered?.getRegisteredCommands() ?? [];
  return [
    ...commands().map(({ name }) => name),
    ...added.map(({ invocationName }) => invocationName),
    ...resources.getPrompts().prompts.map(({ name }) => name),
    ...resources.getSkills().skills.map(({ name }) => `skill:${name}`),
  ];
}
