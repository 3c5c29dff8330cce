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
  const off = commandOfBatteryThatIsOff(name, context);
  if (off !== undefined) return off;
  const meant = names.find((candidate) => candidate.startsWith(name)) ?? nearest(name, names);
  const advice = meant === undefined ? "/help lists the commands" : `Did you mean /${meant}?`;
  return `/${name} is not a command. ${advice}${advice.endsWith("?") ? "" : "."}`;
}

/** How to get a command that a battery would bring. */
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

/** Everything that may stand behind a slash: commands of ours and of extensions, templates and skills. */
function commandNames({ commands, session, services: { resources } }: InteractiveContext): string[] {
  const added = session.extensions?.registered?.getRegisteredCommands() ?? [];
  return [
    ...commands().flatMap(({ name, aliases = [] }) => [name, ...aliases]),
    ...added.map(({ invocationName }) => invocationName),
    ...resources.getPrompts().prompts.map(({ name }) => name),
    ...resources.getSkills().skills.map(({ name }) => `skill:${name}`),
  ];
}
