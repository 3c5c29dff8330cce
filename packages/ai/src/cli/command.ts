import type { ParseArgsOptionsConfig } from "node:util";

/** What a command was called with. */
export interface CommandInput {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** One command of the program. Help and parsing are both read off it. */
export interface Command {
  readonly name: string;
  /** What follows the name, as `[provider]`. */
  readonly usage: string;
  readonly summary: string;
  readonly options?: Readonly<Record<string, CommandOption>>;
  run(input: CommandInput): Promise<void>;
}

export interface CommandOption {
  /** Of what follows the option; one without is a switch. */
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
