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
  readonly placeholder: string;
  readonly description: string;
}

export function parseOptions({ options = {} }: Command): ParseArgsOptionsConfig {
  return Object.fromEntries(Object.keys(options).map((name) => [name, { type: "string" }]));
}
