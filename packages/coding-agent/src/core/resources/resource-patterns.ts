import { isAbsolute, relative, sep } from "node:path";
import { resolveFrom } from "../paths/index.ts";

/** A list in a settings file or a package: paths and globs to include, to exclude, and exact exceptions. */
export interface ResourcePatterns {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly keepExact: readonly string[];
  readonly dropExact: readonly string[];
}

/** Parses a list: `!glob` excludes, `+path` keeps one path, `-path` drops one, anything else includes. */
export function parsePatterns(entries: readonly string[]): ResourcePatterns {
  const after = (mark: string) => entries.flatMap((entry) => (entry.startsWith(mark) ? [entry.slice(1)] : []));
  return {
    include: entries.filter((entry) => !/^[!+-]/.test(entry)),
    exclude: after("!"),
    keepExact: after("+"),
    dropExact: after("-"),
  };
}

export function isGlob(text: string): boolean {
  return /[*?[\]{}]/.test(text);
}

export type PathFilter = (path: string) => boolean;

/**
 * Returns a function that tells whether a path is selected. Without includes, everything is. An exact entry beats a
 * glob, and dropping beats keeping. Relative paths start at `base`.
 */
export async function createPathFilter(entries: readonly string[], base: string): Promise<PathFilter> {
  if (entries.length === 0) return () => true;
  const { include, exclude, keepExact, dropExact } = parsePatterns(entries);
  const [included, excluded] = [await matcher(include, base), await matcher(exclude, base)];
  const kept = new Set(keepExact.map((path) => resolveFrom(base, path)));
  const dropped = new Set(dropExact.map((path) => resolveFrom(base, path)));
  const within = (paths: ReadonlySet<string>, path: string) =>
    paths.has(path) || [...paths].some((folder) => path.startsWith(`${folder}${sep}`));
  return (path) => {
    if (within(dropped, path)) return false;
    if (within(kept, path)) return true;
    return (include.length === 0 || included(path)) && !excluded(path);
  };
}

/** Returns a function that tells what `+path` and `-path` entries say about a path or a folder above it; dropping beats keeping. */
export function exactWord(entries: readonly string[], base: string): (path: string) => boolean | undefined {
  const { keepExact, dropExact } = parsePatterns(entries);
  const within = (paths: readonly string[], path: string) =>
    paths.map((each) => resolveFrom(base, each)).some((each) => path === each || path.startsWith(`${each}${sep}`));
  return (path) => {
    if (within(dropExact, path)) return false;
    return within(keepExact, path) ? true : undefined;
  };
}

/** Matches a path below `base`, or any folder above it, against globs and plain paths. */
async function matcher(patterns: readonly string[], base: string): Promise<PathFilter> {
  if (patterns.length === 0) return () => false;
  const plain = patterns.filter((pattern) => !isGlob(pattern)).map((pattern) => resolveFrom(base, pattern));
  const globs = patterns.filter(isGlob).map((pattern) => pattern.replace(/^\.\//, ""));
  const isMatch = globs.length > 0 ? (await import("picomatch")).default(globs, { dot: true }) : () => false;
  return (path) => {
    if (plain.some((target) => path === target || path.startsWith(`${target}${sep}`))) return true;
    const local = relative(base, path).split(sep).join("/");
    return globs.length > 0 && (isMatch(local) || (isAbsolute(path) && isMatch(path)));
  };
}
