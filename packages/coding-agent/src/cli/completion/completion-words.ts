import type { ExtensionFlag } from "../../core/extensions/contract/index.ts";
import type { Command } from "../commands/command.ts";
import { flagName, type Option } from "../options/option.ts";
import { options } from "../options/options.ts";

/** An option as the shell offers it. */
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

/** Returns a flag of an extension as the shell offers it. */
export function offeredFlag({
  name,
  type,
  description = "",
}: Pick<ExtensionFlag, "name" | "type" | "description">): OfferedOption {
  return { names: [`--${name}`], description, takesValue: type === "string", choices: [], isFile: false };
}

/** A command and the words and flags that the shell offers after it. */
export interface OfferedCommand {
  readonly name: string;
  readonly summary: string;
  readonly words: readonly string[];
  /** Flags such as `--local`, as they appear in the command's usage. */
  readonly flags: readonly string[];
}

export function offeredCommands(commands: readonly Command[]): OfferedCommand[] {
  const names = commands.map(({ name }) => name);
  return commands.map(({ name, summary, usage, words }) => ({
    name,
    summary,
    words: words ?? (name === "help" ? names : []),
    flags: [...new Set([...usage.join(" ").matchAll(/--[a-z][a-z-]*/g)].map(([flag]) => flag)), "--help"],
  }));
}
