import { isAborted, unlessAborted } from "../loop/unless-aborted.ts";
import { CompactionError } from "./compaction-error.ts";

/** Awaits the answer of a hook before a summary is made. An abort does not wait for a hook that never answers. */
export async function askFirst<T>(
  answer: Promise<T> | undefined,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  try {
    return await unlessAborted(answer, signal);
  } catch (error) {
    throw isAborted(error) ? stopped(error) : error;
  }
}

export function stopped(cause?: unknown): CompactionError {
  return new CompactionError("aborted", "Compaction was stopped.", { cause });
}
