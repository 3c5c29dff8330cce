import { type PtyProgram, startPty, waitUntil } from "@tau/testkit";

export interface TypedPty extends PtyProgram {
  /** Resolves once the output contains `text`, at `from` or later. */
  seen(text: string, from?: number): Promise<void>;
}

/**
 * Runs a TypeScript file in a real pseudo-terminal, or with arguments any program. The terminal answers nothing by itself: a
 * test says what it answers.
 */
export function runInPty(file: string, env: Record<string, string> = {}, args?: readonly string[]): TypedPty {
  const program = startPty({
    command: args ? file : process.execPath,
    args: args ?? [file],
    cwd: process.cwd(),
    env: { PATH: process.env.PATH ?? "", NODE_OPTIONS: "--conditions=@tau/source", ...env },
    columns: 80,
    rows: 24,
    answers: false,
  });
  const seen = async (text: string, from = 0) => {
    await waitUntil(() => program.output().includes(text, from) || undefined, {
      describe: () => `The program never wrote ${JSON.stringify(text)}, but ${JSON.stringify(program.output())}.`,
    });
  };
  return { ...program, seen };
}
