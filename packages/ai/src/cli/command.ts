import type { ParseArgsOptionsConfig } from "node:util";

/** The arguments of a command. */
export interface CommandInput {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** One command of the program. Both the help text and the parser are derived from it. */
export interface Command {
  readonly name: string;
  /** The arguments after the name, such as `[provider]`. */
  readonly usage: string;
  readonly summary: string;
  readonly options?: Readonly<Record<string, CommandOption>>;
  run(input: CommandInput): Promise<void>;
}

export interface CommandOption {
  /** The value of the option; an option without one is a switch. */
  readonly placeholder?: string;
  readonly description: string;
}

export function parseOptions({ options = {} }: Command): ParseArgsOptionsConfig {
  const kinds = Object.entries(options).map(([name, { placeholder }]) => [
    name,
    { type: placeholder ? ("string" as const) : ("boolean" as const) },
  ]);
  return Object.fromEntries(kinds);
}
