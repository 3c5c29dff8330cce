import { ToolError } from "./tool-error.ts";

/** Takes a path relative to the search folder, with `/` between its parts. */
export type PathMatcher = (path: string) => boolean;

export interface SearchFilter {
  /** For the search program. They narrow the search, and never widen it beyond the ignore files. */
  readonly args: readonly string[];
  /** For its results; absent where `args` say everything. */
  readonly matches?: PathMatcher;
}

/**
 * The fastest way to apply a pattern. A plain `--glob` would bring back ignored files, so the name goes in as a file type instead;
 * the matcher is loaded only where that does not do.
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

/** A pattern without `/` is matched against names, one with it against paths below any folder; a leading `/` ties it to the top. */
export async function compileMatcher(pattern: string): Promise<PathMatcher> {
  const { default: picomatch } = await import("picomatch");
  const path = pattern.replace(/^(?:\.\/)+/, "");
  const isMatch = picomatch(anchor(path), { dot: true, nonegate: true });
  return path.includes("/") ? (candidate) => isMatch(candidate) : (candidate) => isMatch(nameOf(candidate));
}

/** Letters only, and no type that the program knows. */
const TYPE = "tauwanted";

function anchor(path: string): string {
  if (path.startsWith("/")) return path.slice(1);
  return !path.includes("/") || path.startsWith("**/") ? path : `**/${path}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether the search program reads the name as the matcher does: nothing extended, nothing unbalanced, nothing its syntax forbids. */
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
