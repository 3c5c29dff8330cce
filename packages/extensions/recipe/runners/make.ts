import type { Task } from "../task.ts";
import { firstFile } from "./first-file.ts";

const FILES = ["GNUmakefile", "makefile", "Makefile"];
/** Matches `target other: dependencies`, but not an assignment. */
const RULE = /^([^\s#:=.%$][^#:=%$]*?)\s*::?(?![:=])/;

/** Resolves to the `.PHONY` targets or, if the makefile declares none, to every target without a pattern. */
export async function makeTasks(cwd: string): Promise<Task[] | undefined> {
  const text = await firstFile(cwd, FILES);
  if (text === undefined) return undefined;
  const lines = text.replace(/\\\r?\n/g, " ").split(/\r?\n/);
  const targets = new Set(lines.flatMap((line) => words(RULE.exec(line)?.[1])));
  const phony = new Set(lines.flatMap((line) => words(/^\.PHONY\s*:([^#]*)/.exec(line)?.[1])));
  const tasks = phony.size > 0 ? [...phony].filter((name) => targets.has(name)) : [...targets];
  return tasks.map((name) => ({ name, command: `make ${name}` }));
}

function words(text: string | undefined): string[] {
  return text?.split(/\s+/).filter((word) => word !== "") ?? [];
}
