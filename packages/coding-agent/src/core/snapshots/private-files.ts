import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../files/replace-file.ts";
import { parseJson } from "../json-file/index.ts";

/**
 * Remembers which files only their owner can read, by their paths in the session's folder: of modes, git records only
 * the executable bit. A file that is not private any more stays listed.
 */
export function notePrivateFiles(gitDir: string, paths: readonly string[]): void {
  const known = readPrivateFiles(gitDir);
  const added = paths.filter((path) => !known.has(path));
  if (added.length > 0) replaceFile(fileIn(gitDir), JSON.stringify([...known, ...added]), { mode: 0o600 });
}

export function readPrivateFiles(gitDir: string): ReadonlySet<unknown> {
  const parsed = existsSync(fileIn(gitDir)) ? parseJson(readFileSync(fileIn(gitDir), "utf8")) : undefined;
  return new Set(parsed?.ok && Array.isArray(parsed.value) ? parsed.value : []);
}

function fileIn(gitDir: string): string {
  return join(gitDir, "private-files.json");
}
