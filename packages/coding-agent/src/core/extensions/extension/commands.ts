import type { Extension, ResolvedCommand } from "../contract/index.ts";

/**
 * Every command by the word that calls it. Where several extensions use one name, all of them get a number in the order of loading,
 * so that none is called by mistake; a command of a replaceable extension is left out where another extension has that name.
 */
export function resolveCommands(extensions: readonly Extension[]): ResolvedCommand[] {
  const namesOfOthers = new Set(
    extensions.flatMap(({ replaceable, commands }) => (replaceable ? [] : [...commands.keys()])),
  );
  const all = extensions.flatMap(({ replaceable, commands }) =>
    [...commands.values()].filter(({ name }) => !replaceable || !namesOfOthers.has(name)),
  );
  const count = new Map<string, number>();
  for (const { name } of all) count.set(name, (count.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return all.map((command) => {
    const { name } = command;
    if (count.get(name) === 1) return { ...command, invocationName: name };
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return { ...command, invocationName: `${name}:${number}` };
  });
}

export interface CommandCall {
  readonly name: string;
  readonly args: string;
}

/** `/name the rest`, or nothing where the text is no command. */
export function parseCommand(text: string): CommandCall | undefined {
  const [, name, args = ""] = /^\/(\S+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
  return name === undefined ? undefined : { name, args: args.trim() };
}
