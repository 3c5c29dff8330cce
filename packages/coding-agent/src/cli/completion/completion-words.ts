import type { ExtensionFlag } from "../../core/extensions/contract/index.ts";
import type { Command } from "../commands/command.ts";
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

/** A flag of an extension. */
export function offeredFlag({
  name,
  type,
  description = "",
}: Pick<ExtensionFlag, "name" | "type" | "description">): OfferedOption {
  return { names: [`--${name}`], description, takesValue: type === "string", choices: [], isFile: false };
}

/** A command as a shell offers what may follow it. */
export interface OfferedCommand {
  readonly name: string;
  readonly summary: string;
  readonly words: readonly string[];
  /** `--local`: as its usage spells them. */
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
