import type { Generation } from "./generation.ts";

/** Options of the command line that the program itself does not know: `--name`, and the word that followed if any. */
export type FlagValues = ReadonlyMap<string, string | true>;

export interface LeftoverArguments {
  /** Options that no extension knows either. */
  readonly unknown: FlagValues;
  /** By option: the word that followed a flag that takes none. It belongs to the prompt. */
  readonly words: ReadonlyMap<string, string>;
}

/** Gives extensions their flags. */
export function applyFlags({ registered, flagValues }: Generation, given: FlagValues): LeftoverArguments {
  const flags = registered.getFlags();
  const unknown = new Map<string, string | true>();
  const words = new Map<string, string>();
  for (const [option, value] of given) {
    const flag = flags.get(option.replace(/^--?/, ""));
    if (!flag) unknown.set(option, value);
    else if (flag.type === "boolean") {
      flagValues.set(flag.name, value !== "false");
      if (typeof value === "string" && value !== "true" && value !== "false") words.set(option, value);
    } else if (typeof value === "string") flagValues.set(flag.name, value);
  }
  return { unknown, words };
}
