import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ToolError } from "./tool-error.ts";

/** The absolute path a model means: `~`, `@` before a mention, `file://` and unusual spaces are understood. */
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

/**
 * Other spellings under which a file may lie on disk: macOS writes screenshots with a narrow space and a typographic apostrophe,
 * and stores accents decomposed.
 */
export function pathVariants(absolutePath: string, given: string): string[] {
  const spaced = [absolutePath, absolutePath.replace(/ (AM|PM)\b/gi, "\u202f$1")];
  const quoted = spaced.flatMap((path) => [path, path.replaceAll("'", "\u2019")]);
  const variants = [given, ...quoted.flatMap((path) => [path, path.normalize("NFD")])];
  return [...new Set(variants)].filter((path) => path !== absolutePath);
}

/** The path as it is spelled on disk, or as it was given where no spelling of it is there. */
export async function resolveExisting(
  filePath: string,
  cwd: string,
  access: (absolutePath: string) => Promise<void>,
): Promise<string> {
  const absolutePath = resolveToCwd(filePath, cwd);
  const variants = pathVariants(absolutePath, resolve(cwd, filePath));
  if (variants.length === 0) return absolutePath;
  for (const candidate of [absolutePath, ...variants]) {
    const isThere = await access(candidate).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  return absolutePath;
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
