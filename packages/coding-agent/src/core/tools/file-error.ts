import { errorCode } from "@tau/agent/error-code";
import { NOT_ORDINARY, TOO_LARGE } from "../files/index.ts";
import { EXCHANGED } from "../files/judged-folder.ts";
import { ToolError, type ToolErrorCode } from "./tool-error.ts";

const CAUSES: Readonly<Record<string, readonly [ToolErrorCode, string]>> = {
  ENOENT: ["not-found", "no such file. Check the path with ls or find."],
  ENOTDIR: ["not-a-directory", "a part of the path is a file, not a folder."],
  EEXIST: ["not-a-directory", "a part of the path is a file, not a folder."],
  EISDIR: ["not-a-file", "it is a directory. Use ls to see what is in it."],
  EACCES: ["not-readable", "permission denied. Look at the rights with ls -l; ask before you change them."],
  EPERM: ["not-writable", "the system does not permit it. Ask the user to do it, or choose another place."],
  EROFS: ["not-writable", "the file system is read-only. Choose another place."],
  ENOSPC: ["not-writable", "no space is left on the disk. Make room and call again."],
  EDQUOT: ["not-writable", "the disk quota is used up. Make room and call again."],
  EFBIG: ["not-writable", "the file would be larger than the system allows."],
  [NOT_ORDINARY]: ["not-a-file", "it is a pipe, a socket or a device. Use bash for those."],
  [TOO_LARGE]: ["too-large", "it is larger than 256 MB. Use bash with sed or head and tail."],
  ELOOP: ["not-found", "its symbolic links go in a circle. Look at them with ls -l."],
  [EXCHANGED]: [
    "refused",
    "a link in its path was changed after the call was permitted. Nothing was done; call again.",
  ],
  ENAMETOOLONG: ["invalid-argument", "the path is too long."],
};

/** Translates a file system error into plain words; any other error is returned unchanged. */
export function fileError(error: unknown, path: string, verb: "read" | "write" | "edit" | "list"): unknown {
  if (error instanceof ToolError || !(error instanceof Error)) return error;
  const known = CAUSES[errorCode(error) ?? ""];
  if (!known) return error;
  const [code, explanation] = known;
  return new ToolError(code, `Cannot ${verb} ${path}: ${explanation}`, { cause: error });
}
