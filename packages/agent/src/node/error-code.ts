import { constants } from "node:os";

/** Returns the code of a system error, such as `ENOENT`; `undefined` for other errors. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  // Node has no code for this error; it reports "Unknown system error -122".
  if ("errno" in error && error.errno === -constants.errno.EDQUOT) return "EDQUOT";
  return error.code;
}

/** Returns whether the error means that the file or folder does not exist. A name too long for the file system counts as missing. */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG";
}

const CANNOT_WRITE: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOTDIR"]);

/** Returns whether the place itself refuses writes: no permission, no space, no such folder. Callers then skip optional files. */
export function isWriteRefused(error: unknown): boolean {
  return CANNOT_WRITE.has(errorCode(error) ?? "");
}
