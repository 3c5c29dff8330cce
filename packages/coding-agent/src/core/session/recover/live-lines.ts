import { existsSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SessionLog } from "@tau/agent";
import { artifactDirectory } from "@tau/agent/node";
import type { AssistantMessage } from "@tau/ai";

/** How an answer ended that Tau did not live to see the end of. */
export const INTERRUPTED = "interrupted";

/** One line of the file that holds what is not in the log yet. */
export type LiveLine = AnswerBegun | BlockGrown | CallOutput;

export interface AnswerBegun {
  /** The end of the branch that it answers. */
  readonly after: string | null;
  readonly message: Omit<AssistantMessage, "content">;
}

export interface BlockGrown {
  readonly block: number;
  readonly type: "text" | "thinking" | "toolCall";
  readonly id?: string;
  readonly name?: string;
  delta: string;
}

export interface CallOutput {
  readonly call: string;
  /** The end of all that it has said so far. */
  readonly output: string;
}

/** None for a session in memory, which no crash survives. */
export function livePath(log: SessionLog): string | undefined {
  const file = log.getSessionFile();
  return file === undefined ? undefined : join(artifactDirectory(file), "live.journal");
}

/** Was the session left in the middle of something? */
export function isCutOff(log: SessionLog): boolean {
  const path = livePath(log);
  return path !== undefined && existsSync(path);
}

/** Takes the folder along where nothing else is in it. */
export function removeLive(path: string): void {
  rmSync(path, { force: true });
  try {
    rmdirSync(dirname(path));
  } catch {
    // The folder has other files of the session.
  }
}
