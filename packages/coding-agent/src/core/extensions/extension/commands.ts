import type { Extension, ResolvedCommand } from "../contract/index.ts";

/**
 * Returns every command with the word that calls it. If several extensions use the same name, each of
 * their commands gets a number in loading order, so that none is called by mistake. A command of a
 * replaceable extension is left out if another extension has the same name.
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

/** Parses `/name arguments`. Returns `undefined` if the text is not a command. */
export function parseCommand(text: string): CommandCall | undefined {
  const [, name, args = ""] = /^\/(\S+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
  return name === undefined ? undefined : { name, args: args.trim() };
}
