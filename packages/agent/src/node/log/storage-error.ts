import { errorText } from "../../error-text.ts";
import { SessionError, type SessionErrorCode } from "../../session/session-error.ts";
import { errorCode, isMissing } from "../error-code.ts";

const CODES: Readonly<Record<string, { code: SessionErrorCode; advice: string }>> = {
  ENOSPC: { code: "disk-full", advice: "The disk is full: free some space and try again." },
  EDQUOT: { code: "disk-full", advice: "The disk quota is used up: free some space and try again." },
  EACCES: { code: "permission", advice: "Check who owns the file and its folder." },
  EPERM: { code: "permission", advice: "Check who owns the file and its folder." },
  EROFS: { code: "permission", advice: "The file system is read-only." },
  ENOENT: { code: "not-found", advice: "There is no such file." },
};

/** Converts an error of the file system into one that says what failed and what to do about it. */
export function storageError(error: unknown, attempt: string): SessionError {
  if (error instanceof SessionError) return error;
  const known = CODES[errorCode(error) ?? ""];
  const reason = known?.advice ?? errorText(error);
  return new SessionError(known?.code ?? "io", `Could not ${attempt}. ${reason}`, { cause: error });
}

/** Runs `action` and returns `undefined` if the file or folder does not exist. */
export function ignoreMissing<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Runs an optional `action`, such as using a cache, and returns `undefined` on any error of the file system. */
export function ifPossible<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
