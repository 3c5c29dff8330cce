import { resolve } from "node:path";
import { resolveToCwd } from "./path.ts";

/**
 * Returns other spellings under which a file may exist: macOS writes screenshots with a narrow space and a typographic
 * apostrophe, and stores accents decomposed.
 */
export function pathVariants(absolutePath: string, given: string): string[] {
  const spaced = [absolutePath, absolutePath.replace(/ (AM|PM)\b/gi, "\u202f$1")];
  const quoted = spaced.flatMap((path) => [path, path.replaceAll("'", "\u2019")]);
  const variants = [given, ...quoted.flatMap((path) => [path, path.normalize("NFD")])];
  return [...new Set(variants)].filter((path) => path !== absolutePath);
}

/** Resolves to the path as it is spelled on disk, or as it was given if no spelling of it exists. */
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
