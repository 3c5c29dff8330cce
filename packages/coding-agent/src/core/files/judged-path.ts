import { basename, dirname, join } from "node:path";
import { linkTarget } from "./link-target.ts";

/**
 * Where a path led when the permission policy judged it. A command that runs at the same time can exchange a link, so a
 * tool opens what was judged and not what the path leads to a moment later.
 */
export interface JudgedPath {
  readonly path: string;
  /** The name itself, in its real folder. */
  readonly place: string;
  /** The file at the end of all links. */
  readonly target: string;
}

/** Follows the links of a path once, for the policy and for the tool. */
export function judgePath(path: string): JudgedPath {
  return { path, place: join(linkTarget(dirname(path)), basename(path)), target: linkTarget(path) };
}

/** Judged paths of permitted calls, by path and call. The last judgement counts. */
const judged = new Map<string, Map<string, JudgedPath>>();

/** Keeps the judged paths of a call that may run. */
export function keepJudged(call: string, paths: readonly JudgedPath[]): void {
  for (const each of paths) {
    const calls = judged.get(each.path) ?? new Map<string, JudgedPath>();
    calls.delete(call);
    judged.set(each.path, calls.set(call, each));
  }
}

export function forgetJudged(call: string): void {
  for (const [path, calls] of judged) if (calls.delete(call) && calls.size === 0) judged.delete(path);
}

/** Returns where a path led when it was judged. `undefined` if no running call was permitted to use it. */
export function judgedPath(path: string): JudgedPath | undefined {
  return [...(judged.get(path)?.values() ?? [])].at(-1);
}

/** Returns the judged paths of files right in a folder. */
export function judgedIn(folder: string): JudgedPath[] {
  const paths = [...judged.keys()].filter((path) => dirname(path) === folder);
  return paths.flatMap((path) => judgedPath(path) ?? []);
}
