import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import { isMissing } from "@tau/agent/error-code";
import { diskPath } from "./path-bytes.ts";

/**
 * The state of a file as in a git tree: its mode (plain, executable, link) and the id of its content. `undefined`:
 * there is no file.
 */
export type FileState = { readonly mode: "100644" | "100755" | "120000"; readonly id: string } | undefined;

export function isSame(a: FileState, b: FileState): boolean {
  return a?.mode === b?.mode && a?.id === b?.id;
}

/** Returns the state of the file at a path below a folder. Folders and files behind a link do not count. */
export function readState(root: string, path: string): FileState {
  const kind = kindOf(root, path);
  if (kind !== "file" && kind !== "link") return undefined;
  const target = diskPath(root, path);
  const id = contentId(readContent(target));
  if (kind === "link") return { mode: "120000", id };
  return { mode: lstatSync(target).mode & 0o100 ? "100755" : "100644", id };
}

export function readContent(path: string | Buffer): Buffer {
  return lstatSync(path).isSymbolicLink() ? readlinkSync(path, { encoding: "buffer" }) : readFileSync(path);
}

type PathKind = "file" | "link" | "folder" | "other" | "missing" | "behind-link";

/** Returns what a path is, without following any link in it. */
export function kindOf(root: string, path: string): PathKind {
  const parts = path.split("/");
  let kind: PathKind = "folder";
  for (let length = 1; length <= parts.length; length++) {
    kind = kindAt(diskPath(root, parts.slice(0, length).join("/")));
    if (length < parts.length && kind !== "folder") return kind === "link" ? "behind-link" : "missing";
  }
  return kind;
}

function kindAt(path: string | Buffer): PathKind {
  const stats = statsOf(path);
  if (!stats) return "missing";
  if (stats.isSymbolicLink()) return "link";
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "folder" : "other";
}

function statsOf(path: string | Buffer) {
  try {
    return lstatSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Returns the id that git gives to a content. */
function contentId(content: Buffer): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}
