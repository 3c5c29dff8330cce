/** One word of a command, after quote removal. */
export interface Word {
  readonly text: string;
  /** False if the shell expands it: a variable, a substitution, a glob or a brace list. */
  readonly isLiteral: boolean;
  /** Contains an unquoted glob and no other expansion. */
  readonly isGlob?: boolean;
}

/** One program or builtin that a script would run. */
export interface SimpleCommand {
  /** The words from the name on, without wrappers such as `env` and `timeout`. */
  readonly words: readonly Word[];
  /** Names of variables that are set for the command. */
  readonly assignments: readonly string[];
  /** Programs that start the command, outermost first: `sudo`, `xargs`, `sh`. */
  readonly wrappers: readonly string[];
  /** Number of the pipeline within the script: commands with the same number belong to one pipeline. */
  readonly pipeline: number;
  /** The command reads the output of the previous command in the pipeline, a file or a here-document. */
  readonly hasInput: boolean;
}

export interface Redirect {
  readonly kind: "read" | "write";
  readonly target: Word;
}

/** Everything that a shell would do with a text, as far as it can be determined without running it. */
export interface ShellScript {
  readonly commands: readonly SimpleCommand[];
  readonly redirects: readonly Redirect[];
  /** Why the script cannot be fully understood. Empty if it can. */
  readonly unclear: readonly string[];
}

/** Returns the command's name; `undefined` if the shell computes it. */
export function nameOf({ words }: Pick<SimpleCommand, "words">): string | undefined {
  const [first] = words;
  return first?.isLiteral ? first.text : undefined;
}

/** Returns the words as one line, as rules see them. */
export function lineOf({ words }: Pick<SimpleCommand, "words">): string {
  return words.map(({ text }) => text).join(" ");
}
