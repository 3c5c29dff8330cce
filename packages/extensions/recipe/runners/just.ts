import type { Task } from "../task.ts";
import { firstFile } from "./first-file.ts";

const FILES = ["justfile", "Justfile", ".justfile"];
/** Matches `name param="x" *rest: dependencies`; an assignment has `:=`. */
const RECIPE = /^@?([A-Za-z_][\w-]*)(?:\s[^:=]*(?:=[^:]*)?)?:(?!=)/;

/** Resolves to the public recipes. Recipes with a leading underscore or a `private` attribute are only for other recipes. */
export async function justTasks(cwd: string): Promise<Task[] | undefined> {
  const text = await firstFile(cwd, FILES);
  if (text === undefined) return undefined;
  const tasks: Task[] = [];
  let isPrivate = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\[.*\bprivate\b.*\]/.test(line)) isPrivate = true;
    const name = RECIPE.exec(line)?.[1];
    if (name === undefined) continue;
    if (!isPrivate && !name.startsWith("_")) tasks.push({ name, command: `just ${name}` });
    isPrivate = false;
  }
  return tasks;
}
