import { spawn } from "node:child_process";
import { confined } from "./confine-processes.ts";
import { exitOf } from "./ending/process-ending.ts";
import type { ProcessOutcome, ProcessPort } from "./process-port.ts";

/**
 * Runs a command in our own process group, because only its members may read from the terminal. The user's keys reach
 * the command as they reach us.
 */
export async function runInForeground(request: Parameters<ProcessPort["runInForeground"]>[0]): Promise<ProcessOutcome> {
  const { file, args, cwd, env } = await confined(request);
  return { ended: "exit", exitCode: await exitOf(spawn(file, args, { cwd, env, stdio: "inherit" })) };
}
