/** A word that may stand first on the command line. Its code is loaded when it is called. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  load(): Promise<{ run(args: readonly string[]): Promise<number> }>;
}

/** Every command of `tau`, in the order of the help. */
export const commands: readonly Command[] = [];
