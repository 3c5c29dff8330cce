/** A word that may stand first on the command line. Its code is loaded when it is called. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** How it is written, a line for each way. */
  readonly usage: readonly string[];
  /** What may follow the name. */
  readonly words?: readonly string[];
  /** With this word behind the name the command is the mode of that name. */
  readonly modeWord?: string;
  load(): Promise<{ run(args: readonly string[], commands: readonly Command[]): Promise<number> }>;
}

export function commandHelp({ summary, usage }: Command): string {
  return `${summary}\n\nUsage:\n${usage.map((line) => `  ${line}\n`).join("")}`;
}
