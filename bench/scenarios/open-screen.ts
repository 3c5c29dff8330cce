import { type PtyProgram, startPty } from "@tau/testkit";
import type { Stage } from "./scenario.ts";

export interface Screen extends PtyProgram {
  readonly paintMs: number;
}

/** Starts the subject on a terminal of 120 x 40 and waits until it can be typed into. */
export async function openScreen({ subject, command, workspace, env }: Stage): Promise<Screen> {
  const [program = "", ...leading] = command;
  const args = [...leading, ...subject.interactiveArgs];
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
