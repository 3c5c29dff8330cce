import { constants } from "node:os";

/** The name of a system error, such as `ENOENT`; `undefined` for errors of other kinds. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  // Node has no name for this one: its code reads "Unknown system error -122".
  if ("errno" in error && error.errno === -constants.errno.EDQUOT) return "EDQUOT";
  return error.code;
}

/** Whether there is no such file or folder. A name too long for the file system has none. */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG";
}

const CANNOT_WRITE: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOTDIR"]);

/** Whether the place itself takes no writes: no permission, no room, no such folder. What can be done without is left out then. */
export function isWriteRefused(error: unknown): boolean {
  return CANNOT_WRITE.has(errorCode(error) ?? "");
}
