import type { Task } from "../task.ts";
import { firstFile } from "./first-file.ts";

const FILES = [
  "Taskfile.yml",
  "taskfile.yml",
  "Taskfile.yaml",
  "taskfile.yaml",
  "Taskfile.dist.yml",
  "Taskfile.dist.yaml",
];

/** Resolves to the keys below `tasks:`, without internal tasks. */
export async function taskfileTasks(cwd: string): Promise<Task[] | undefined> {
  const text = await firstFile(cwd, FILES);
  if (text === undefined) return undefined;
  const internal = new Set<string>();
  const names: string[] = [];
  let indent: number | undefined;
  for (const line of linesBelow(text, "tasks")) {
    const depth = line.length - line.trimStart().length;
    indent ??= depth;
    const name = depth === indent ? /^\s*(["']?)(.+?)\1:(?:\s|$)/.exec(line)?.[2] : undefined;
    if (name !== undefined) names.push(name);
    else if (/^\s*internal:\s*true\b/.test(line)) internal.add(names.at(-1) ?? "");
  }
  const shown = names.filter((name) => !internal.has(name) && !name.includes("*"));
  return shown.map((name) => ({ name, command: `task ${name}`, separator: "--" }));
}

/** Returns the indented lines below a top-level key. */
function linesBelow(text: string, key: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  const start = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (start < 0) return [];
  const below = lines.slice(start + 1);
  const end = below.findIndex((line) => !/^\s/.test(line));
  return end < 0 ? below : below.slice(0, end);
}
