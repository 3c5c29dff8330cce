import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ifPossible, ignoreMissing } from "./storage-error.ts";

export function sessionFilesIn(folder: string): string[] {
  const names = ignoreMissing(() => readdirSync(folder)) ?? [];
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
}

/** When a file was changed last; 0 where there is none. */
export function changeTime(path: string): number {
  return ifPossible(() => statSync(path).mtimeMs) ?? 0;
}
