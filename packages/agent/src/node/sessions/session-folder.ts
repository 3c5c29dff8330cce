import { readdirSync, statSync } from "node:fs";
import { sep } from "node:path";
import { ifPossible, ignoreMissing } from "../log/storage-error.ts";

/** Returns the paths of the sessions in a folder. They are not normalised, because a folder may have thousands and its own path is already. */
export function sessionFilesIn(folder: string): string[] {
  const names = ignoreMissing(() => readdirSync(folder)) ?? [];
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => `${folder}${sep}${name}`);
}

/** Returns the modification time; 0 if the file does not exist. */
export function changeTime(path: string): number {
  return ifPossible(() => statSync(path).mtimeMs) ?? 0;
}
