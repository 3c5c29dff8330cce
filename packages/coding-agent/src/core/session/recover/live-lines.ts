import { existsSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SessionLog } from "@tau/agent";
import { artifactDirectory } from "@tau/agent/node";
import type { AssistantMessage } from "@tau/ai";

/** The stop reason of an answer that was interrupted because Tau ended. */
export const INTERRUPTED = "interrupted";

/** One line of the file with content that is not in the log yet. */
export type LiveLine = AnswerBegun | BlockGrown | CallOutput;

export interface AnswerBegun {
  /** The id of the last entry before the answer. */
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
  /** The end of the output so far. */
  readonly output: string;
}

/** Returns `undefined` for an in-memory session, which no crash survives. */
export function livePath(log: SessionLog): string | undefined {
  const file = log.getSessionFile();
  return file === undefined ? undefined : join(artifactDirectory(file), "live.journal");
}

/** Whether the session was interrupted in the middle of an answer or a call. */
export function isCutOff(log: SessionLog): boolean {
  const path = livePath(log);
  return path !== undefined && existsSync(path);
}

/** Removes the file, and its folder if that is then empty. */
export function removeLive(path: string): void {
  rmSync(path, { force: true });
  try {
    rmdirSync(dirname(path));
  } catch {
    // The folder contains other files of the session.
  }
}
