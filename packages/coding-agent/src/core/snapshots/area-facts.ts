import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../files/replace-file.ts";
import { isObject, parseJson } from "../json-file/index.ts";

/** What was found out about an area when its index was made. The paths in the index depend on it. */
export interface AreaFacts {
  readonly workTree: string;
  readonly prefix: string;
}

/** Returns what is known about an area, so that git need not look for its repository again. */
export function readAreaFacts(index: string, path: string): AreaFacts | undefined {
  if (!existsSync(index) || !existsSync(factsFile(index))) return undefined;
  const parsed = parseJson(readFileSync(factsFile(index), "utf8"));
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const { workTree, prefix } = parsed.value;
  if (typeof workTree !== "string" || typeof prefix !== "string") return undefined;
  return join(workTree, prefix, ".") === join(path, ".") ? { workTree, prefix } : undefined;
}

export function writeAreaFacts(index: string, { workTree, prefix }: AreaFacts): void {
  replaceFile(factsFile(index), JSON.stringify({ workTree, prefix }), { mode: 0o600 });
}

/** The name does not begin as an index does: those of a killed git are removed by their names. */
function factsFile(index: string): string {
  return index.replace(/index([^/\\]*)$/, "facts$1.json");
}
