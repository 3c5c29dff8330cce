/** A command: the first word on the command line. Its code is loaded when it is called. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** How to write the command, one line per form. */
  readonly usage: readonly string[];
  /** Words that may follow the name. */
  readonly words?: readonly string[];
  /** If this word follows the name, Tau runs in the mode named like the command (`--mode <name>`) instead of running the command; if it is empty, always. */
  readonly modeWord?: string;
  load(): Promise<{ run(args: readonly string[], commands: readonly Command[]): Promise<number> }>;
}

export function commandHelp({ summary, usage }: Command): string {
  return `${summary}\n\nUsage:\n${usage.map((line) => `  ${line}\n`).join("")}`;
}
