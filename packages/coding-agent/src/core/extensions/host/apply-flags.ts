import type { Generation } from "./generation.ts";

/** Command line options that Tau itself does not know: `--name` and the word after it, if any. */
export type FlagValues = ReadonlyMap<string, string | true>;

export interface LeftoverArguments {
  /** Options that no extension knows. */
  readonly unknown: FlagValues;
  /** The word after a flag that takes no value, by option. The word belongs to the prompt. */
  readonly words: ReadonlyMap<string, string>;
}

/** Sets the flags of extensions. */
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
