import { type PtyProgram, startPty } from "@tau/testkit";
import { BenchError } from "../bench-error.ts";
import type { Stage } from "./scenario.ts";

export interface Screen extends PtyProgram {
  readonly paintMs: number;
}

/** Starts the subject on a terminal of 120 x 40 and waits until it accepts input. */
export async function openScreen(
  { subject, command, workspace, env }: Stage,
  subjectArgs: readonly string[] = subject.interactiveArgs,
): Promise<Screen> {
  const [program = "", ...leading] = command;
  const args = [...leading, ...subjectArgs];
  const start = performance.now();
  const screen = startPty({ command: program, args, cwd: workspace.cwd, env, columns: 120, rows: 40 });
  try {
    await screen.waitForText(subject.ready, 30_000);
  } catch (error) {
    await screen.kill();
    throw error;
  }
  return { ...screen, paintMs: performance.now() - start };
}

/** Types a prompt, sends it, and waits until the answer has been sent. */
export async function askOnScreen({ server }: Stage, screen: PtyProgram, prompt: string): Promise<void> {
  screen.send(prompt);
  await screen.waitForText(prompt);
  screen.press("enter");
  const answered = server.waitForRequest(({ tools, endedAt }) => tools.length > 0 && endedAt !== undefined, 120_000);
  const gone = screen.exited.then(() => {
    throw new BenchError("run-failed", `The program ended. Its screen:\n${screen.terminal.text()}`);
  });
  await Promise.race([answered, gone]);
}
