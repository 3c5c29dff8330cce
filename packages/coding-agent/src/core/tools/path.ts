import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ToolError } from "./tool-error.ts";

/** Returns the absolute path that a model means. Understands `~`, `@` before a mention, `file://` and unusual spaces. */
export function resolveToCwd(filePath: string, cwd: string): string {
  return resolve(cwd, expandPath(filePath));
}

export function expandPath(filePath: string): string {
  if (filePath.includes("\0")) throw new ToolError("invalid-argument", "A path cannot hold a NUL character.");
  if (filePath.startsWith("file://")) return fromFileUrl(filePath);
  const path = (filePath.startsWith("@") ? filePath.slice(1) : filePath).replace(UNUSUAL_SPACES, " ");
  if (path === "~") return homedir();
  return path.startsWith("~/") ? join(homedir(), path.slice(2)) : path;
}

/** Replaces `~` at the beginning of a path by another home folder than that of this machine. */
export function expandHome(path: string, home: string | undefined): string {
  return home === undefined ? path : path.replace(/^@?~(?=\/|$)/, () => home);
}

function fromFileUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw unusableUrl(url, error);
  }
}

function unusableUrl(url: string, cause: unknown): ToolError {
  return new ToolError("invalid-argument", `Not a usable file URL: ${url}`, { cause });
}

const UNUSUAL_SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
