import { existsSync } from "node:fs";
import { nearest } from "../../../core/text/nearest.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { findCommand } from "./precedence.ts";

/** A name after a slash that cannot be a path. */
const NAME = /^\/([A-Za-z][\w:.-]*)(?:\s|$)/;

/** Returns the message for a command that does not exist. Undefined if the text is not a command or may be a prompt. */
export function unknownCommand(text: string, context: InteractiveContext): string | undefined {
  const name = NAME.exec(text)?.[1];
  if (name === undefined || existsSync(`/${name}`)) return undefined;
  const names = commandNames(context);
  if (names.includes(name) || findCommand(context.commands(), name) || context.session.extensions?.mayTake(name))
    return undefined;
  const off = commandOfBatteryThatIsOff(name, context);
  if (off !== undefined) return off;
  const meant = names.find((candidate) => candidate.startsWith(name)) ?? nearest(name, names);
  const advice = meant === undefined ? "/help lists the commands" : `Did you mean /${meant}?`;
  return `/${name} is not a command. ${advice}${advice.endsWith("?") ? "" : "."}`;
}

/** Explains how to enable a command of a battery that is off. */
function commandOfBatteryThatIsOff(name: string, { session }: Pick<InteractiveContext, "session">): string | undefined {
  const { batteries } = session.extensions ?? {};
  const battery = batteries?.all.find(({ commands }) => commands?.includes(name));
  const reason = battery && batteries?.whyOff(battery);
  if (!battery || reason === undefined) return undefined;
  const remedies: Readonly<Record<string, string>> = {
    "off:mode": `it works in ${battery.modes?.join(", ")} mode only`,
    "off:no-extensions": "start Tau without --no-extensions",
    "off:no-mcp": "start Tau without --no-mcp",
  };
  const isRefusal = reason.startsWith("off:");
  const remedy = isRefusal ? (remedies[reason] ?? `/extensions enable ${battery.name} turns it on`) : reason;
  return `/${name} belongs to ${battery.name}, which is off: ${remedy}.`;
}

/** Returns every name that can follow a slash: commands of Tau and of extensions, templates and skills. */
function commandNames({ commands, session, services: { resources } }: InteractiveContext): string[] {
  const added = session.extensions?.registered?.getRegisteredCommands() ?? [];
  return [
    ...commands().flatMap(({ name, aliases = [] }) => [name, ...aliases]),
    ...added.map(({ invocationName }) => invocationName),
    ...resources.getPrompts().prompts.map(({ name }) => name),
    ...resources.getSkills().skills.map(({ name }) => `skill:${name}`),
  ];
}
