import { existsSync } from "node:fs";
import { resolveToCwd } from "../path.ts";

export interface MemberPath {
  /** The path of the file as it was given. */
  readonly path: string;
  readonly absolutePath: string;
  /** The text behind the file's path: without a colon, but with a question mark. */
  readonly member: string;
}

/** Splits a path that leads into an existing file: `a.zip:docs/a.md`, `a.db?q=…`, also `a.ts:5`. The longest existing path wins. */
export function splitMember(given: string, cwd: string): MemberPath | undefined {
  for (const { index } of [...given.matchAll(/[:?]/g)].reverse()) {
    const path = given.slice(0, index);
    const absolutePath = resolveToCwd(path, cwd);
    if (path !== "" && existsSync(absolutePath))
      return { path, absolutePath, member: given.slice(given[index] === ":" ? index + 1 : index) };
  }
  return undefined;
}
