import { isAbsolute, join, relative, resolve, sep } from "node:path";
import picomatch from "picomatch";
import type { PermissionRule } from "./rule.ts";

export interface PathPlace {
  readonly cwd: string;
  readonly home: string;
}

/** Returns whether a rule such as `Edit(src/**)` matches an absolute path. Patterns work as in .gitignore. */
export function isAboutPath(rule: PermissionRule, path: string, place: PathPlace): boolean {
  const { specifier } = rule;
  if (specifier === undefined) return true;
  // A URL is in no folder, so a rule that allows files does not allow it.
  if (rule.decision === "allow" && !isAbsolute(path)) return false;
  const { anchor, pattern } = anchored(specifier, rule, place);
  const inside = relative(anchor, path);
  if (inside.startsWith("..") || isAbsolute(inside)) return false;
  return globs(pattern, rule.decision).some((glob) => picomatch(glob, { dot: true })(inside.split(sep).join("/")));
}

/** Returns whether a rule matches something below a folder, so that reading the whole folder would read it. */
export function reachesBelow(rule: PermissionRule, folder: string, place: PathPlace): boolean {
  const { specifier } = rule;
  if (specifier === undefined) return true;
  const { anchor, pattern } = anchored(specifier, rule, place);
  const [fixed = ""] = pattern.split(/[*?[{]/, 1);
  const start = resolve(anchor, fixed.slice(0, fixed.lastIndexOf("/") + 1));
  return isWithin(start, folder) || isWithin(folder, start);
}

/**
 * Resolves the start of a pattern: `//p` is relative to the root, `~/p` to home, `/p` to where the rule was written,
 * anything else to the working directory.
 */
function anchored(specifier: string, { base }: PermissionRule, { cwd, home }: PathPlace) {
  if (specifier.startsWith("//")) return { anchor: "/", pattern: specifier.slice(2) };
  if (specifier.startsWith("~/")) return { anchor: home, pattern: specifier.slice(2) };
  if (specifier.startsWith("/")) return { anchor: base, pattern: specifier.slice(1) };
  return { anchor: cwd, pattern: specifier.replace(/^\.\//, "") };
}

/** Expands a pattern to globs. A name without a slash matches at any depth; so does a folder in a deny or ask rule. */
function globs(pattern: string, decision: PermissionRule["decision"]): string[] {
  const trimmed = pattern.replace(/\/$/, "");
  const isName = !trimmed.includes("/");
  const isFolder = /^[^/*]+\/\*\*$/.test(trimmed);
  const here = isName || (isFolder && decision !== "allow") ? [trimmed, `**/${trimmed}`] : [trimmed];
  return here.flatMap((glob) => (glob.endsWith("**") ? [glob] : [glob, `${glob}/**`]));
}

/** Returns whether a path is the folder itself or lies in it. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!way.startsWith(`..${sep}`) && way !== ".." && !isAbsolute(way));
}

/** Returns a path in the user's home as an absolute path. */
export function inHome(path: string, { home }: PathPlace): string {
  return join(home, path);
}
