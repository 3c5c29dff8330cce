import { flagName, type Option } from "../option.ts";
import { options } from "../options.ts";

/** One option as a shell offers it. */
export interface OfferedOption {
  /** `--print`, `-p`. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
  /** The value is a path. */
  readonly isFile: boolean;
}

export function offeredOptions(): OfferedOption[] {
  return Object.entries<Option>(options).map(([key, option]) => ({
    names: [flagName(key), ...(option.short ? [`-${option.short}`] : [])],
    description: option.description,
    takesValue: option.kind !== "flag" && option.kind !== "optional-text",
    choices: option.choices ?? [],
    isFile: /path|file|folder/.test(option.placeholder ?? ""),
  }));
}
