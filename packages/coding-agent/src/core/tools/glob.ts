import { ToolError } from "./tool-error.ts";

/** Matches a path relative to the search folder, with `/` as separator. */
export type PathMatcher = (path: string) => boolean;

export interface SearchFilter {
  /** Arguments for the search program. They narrow the search and never override the ignore files. */
  readonly args: readonly string[];
  /** A filter for its results; absent if `args` suffice. */
  readonly matches?: PathMatcher;
}

/**
 * Compiles a pattern for the fastest search. A plain `--glob` would include ignored files, so the name is passed as a
 * file type instead. The matcher is loaded only if that does not suffice.
 */
export async function compileFilter(pattern: string): Promise<SearchFilter> {
  if (/[\0\r\n]/.test(pattern))
    throw new ToolError("invalid-argument", "A file pattern cannot hold line breaks or NUL.");
  if (/^!./.test(pattern)) return { args: [`--glob=${pattern}`] };
  const name = pattern.slice(pattern.lastIndexOf("/") + 1);
  const args = isPlain(name) ? [`--type-add=${TYPE}:${name}`, `--type=${TYPE}`] : [];
  if (args.length > 0 && name === pattern) return { args };
  return { args, matches: await compileMatcher(pattern) };
}

/**
 * Compiles a matcher. A pattern without `/` matches names, one with `/` matches paths below any folder; a leading `/`
 * anchors it at the top.
 */
export async function compileMatcher(pattern: string): Promise<PathMatcher> {
  const { default: picomatch } = await import("picomatch");
  const path = pattern.replace(/^(?:\.\/)+/, "");
  const isMatch = picomatch(anchor(path), { dot: true, nonegate: true });
  return path.includes("/") ? (candidate) => isMatch(candidate) : (candidate) => isMatch(nameOf(candidate));
}

/** Name of the file type: letters only, and not a type that the program knows. */
const TYPE = "tauwanted";

function anchor(path: string): string {
  if (path.startsWith("/")) return path.slice(1);
  return !path.includes("/") || path.startsWith("**/") ? path : `**/${path}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns whether the search program interprets the name as the matcher does: no extended, unbalanced or forbidden syntax. */
function isPlain(name: string): boolean {
  if (name === "" || name === "**" || /[()|:\\!^]/.test(name)) return false;
  return isBalanced(name, "{", "}") && isBalanced(name, "[", "]");
}

function isBalanced(text: string, open: string, close: string): boolean {
  let isOpen = false;
  for (const character of text) {
    if (character !== open && character !== close) continue;
    if ((character === open) === isOpen) return false;
    isOpen = character === open;
  }
  return !isOpen;
}
