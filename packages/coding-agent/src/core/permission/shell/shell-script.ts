/** One word of a command, after quote removal. */
export interface Word {
  readonly text: string;
  /** False where the shell puts something else in its place: a variable, a substitution, a glob, a brace list. */
  readonly isLiteral: boolean;
  /** Contains an unquoted glob and nothing else that is expanded. */
  readonly isGlob?: boolean;
}

/** One program or builtin that a script would run. */
export interface SimpleCommand {
  /** The words from the name on, wrappers such as `env` and `timeout` taken off. */
  readonly words: readonly Word[];
  /** Names of variables that are set for it. */
  readonly assignments: readonly string[];
  /** Programs that start it, outermost first: `sudo`, `xargs`, `sh`. */
  readonly wrappers: readonly string[];
  /** Numbered within the script: commands with the same number are parts of one pipeline. */
  readonly pipeline: number;
  /** Reads what the command before it in the pipeline writes, or a here-document. */
  readonly hasInput: boolean;
}

export interface Redirect {
  readonly kind: "read" | "write";
  readonly target: Word;
}

/** Everything that a text would make a shell do, as far as it can be told without running it. */
export interface ShellScript {
  readonly commands: readonly SimpleCommand[];
  readonly redirects: readonly Redirect[];
  /** Why it cannot be told in full. Empty: it can. */
  readonly unclear: readonly string[];
}

/** The command's name, `undefined` where the shell computes it. */
export function nameOf({ words }: Pick<SimpleCommand, "words">): string | undefined {
  const [first] = words;
  return first?.isLiteral ? first.text : undefined;
}

/** The words as one line, as rules see them. */
export function lineOf({ words }: Pick<SimpleCommand, "words">): string {
  return words.map(({ text }) => text).join(" ");
}
