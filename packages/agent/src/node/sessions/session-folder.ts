import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ifPossible, ignoreMissing } from "../log/storage-error.ts";

export function sessionFilesIn(folder: string): string[] {
  const names = ignoreMissing(() => readdirSync(folder)) ?? [];
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
}

/** Returns the modification time; 0 if the file does not exist. */
export function changeTime(path: string): number {
  return ifPossible(() => statSync(path).mtimeMs) ?? 0;
}
