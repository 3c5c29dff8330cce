import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats } from "node:fs";
import { makeFolder } from "../make-folder.ts";
import { ifPossible } from "./storage-error.ts";

const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_WRONLY } = constants;

/**
 * Opens only regular files. Files beside a session may come from an untrusted archive or shared folder: a link there could lead to any
 * other file of the user, a pipe would block, and a device has no end.
 */
export function openUnlinked(path: string, access: "read" | "append"): { fd: number; stats: Stats } {
  const flags = access === "read" ? O_RDONLY : O_WRONLY | O_APPEND | O_CREAT;
  const fd = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  const stats = fstatSync(fd);
  if (stats.isFile()) return { fd, stats };
  closeSync(fd);
  throw Object.assign(new Error(`ENOTSUP: not an ordinary file, open '${path}'`), { code: "ENOTSUP", path });
}

/** Creates the folder beside a session. Refuses a link to another folder. */
export function makeOwnFolder(folder: string): void {
  makeFolder(folder, 0o700);
  refuseLink(folder);
}

export function refuseLink(folder: string): void {
  if (isLink(folder))
    throw Object.assign(new Error(`ENOTSUP: a link in place of a folder, open '${folder}'`), { code: "ENOTSUP" });
}

export function isLink(path: string): boolean {
  return ifPossible(() => lstatSync(path))?.isSymbolicLink() ?? false;
}
