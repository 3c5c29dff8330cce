import { type PtyProgram, startCliInPty, type Workspace } from "@tau/testkit";

export interface TauOnTerminal extends PtyProgram {
  /** What the screen shows, without what differs from run to run. */
  picture(): string;
  /** The colour of the name at the top. */
  accent(): string;
}

const BOX = /─{30}\n/;

/** Starts the built program on a terminal and waits until it can be typed into. */
export async function openTau(
  workspace: Workspace,
  options: {
    columns?: number;
    rows?: number;
    args?: readonly string[];
    env?: Readonly<Record<string, string>>;
    /** What tells that it can be typed into, where that is no editor. */
    until?: RegExp;
  } = {},
): Promise<TauOnTerminal> {
  const { columns = 80, rows = 24, args = [], env = {}, until = BOX } = options;
  const program = startCliInPty({ workspace, columns, rows, args, env });
  await program.waitForText(until);
  return {
    ...program,
    accent() {
      const row = program.terminal.screen().findIndex((line) => line.includes("Tau "));
      return JSON.stringify(program.terminal.cell(row, 1)?.foreground);
    },
    picture: () =>
      program.terminal
        .screen()
        .map((line) => (/scripted\/model( ·|$)/.test(line) && !/│|Tau /.test(line) ? "<status>" : line.trimEnd()))
        .join("\n")
        // How many there are to choose from changes with every release.
        .replace(/\(\d+\/\d+\)/g, "(n/m)")
        .replace(/just now|\d+ min ago/g, "<when>")
        .replace(/\d+ s left/g, "<s> left")
        .replace(/\d+:\d\d\b/g, "<time>")
        .replaceAll(workspace.cwd, "<cwd>")
        .replaceAll(workspace.home, "<home>")
        .replace(/tau-workspace-\w*/g, "<workspace>")
        .replace(/ {2,}│/g, " │")
        .trim(),
  };
}

/** Types one text after the other, each when what the one before leads to is on the screen. */
export async function typeAndSee(
  tau: PtyProgram,
  ...steps: readonly (readonly [string, Parameters<PtyProgram["waitForText"]>[0]])[]
): Promise<void> {
  for (const [typed, shown] of steps) {
    tau.send(typed);
    await tau.waitForText(shown);
  }
}

/** Ends as a user does, and waits for it. */
export async function leave(tau: PtyProgram): Promise<number> {
  tau.press("ctrl+d");
  return (await tau.exited).exitCode;
}
