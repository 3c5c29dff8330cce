import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../files/replace-file.ts";
import { isObject, parseJson } from "../json-file/index.ts";

/** What was found out about an area when it was first recorded. The paths in its trees depend on it, so it never changes. */
export interface AreaFacts {
  readonly workTree: string;
  readonly prefix: string;
  /** The objects of the user's repository that the index refers to. */
  readonly objects?: ObjectsFolder | undefined;
}

export interface ObjectsFolder {
  readonly path: string;
  /** Identifies the folder: another one may be in its place later. */
  readonly stamp: string;
}

/** Returns what is known about an area, so that git need not look for its repository again. */
export function readAreaFacts(index: string, path: string): AreaFacts | undefined {
  if (!existsSync(factsFile(index))) return undefined;
  const parsed = parseJson(readFileSync(factsFile(index), "utf8"));
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const { workTree, prefix, objects } = parsed.value;
  if (typeof workTree !== "string" || typeof prefix !== "string") return undefined;
  if (join(workTree, prefix, ".") !== join(path, ".")) return undefined;
  const isNamed = isObject(objects) && typeof objects.path === "string" && typeof objects.stamp === "string";
  return { workTree, prefix, ...(isNamed && { objects: objects as unknown as ObjectsFolder }) };
}

export function writeAreaFacts(index: string, { workTree, prefix, objects }: AreaFacts): void {
  replaceFile(factsFile(index), JSON.stringify({ workTree, prefix, objects }), { mode: 0o600 });
}

export function objectsFolder(path: string): ObjectsFolder {
  return { path, stamp: stampOf(path) };
}

/** Returns whether the objects that the index refers to are gone, because the repository was deleted or made anew. */
export function hasLostObjects({ objects }: AreaFacts): boolean {
  return objects !== undefined && stampOf(objects.path) !== objects.stamp;
}

function stampOf(folder: string): string {
  const stats = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.ino}-${stats.birthtimeNs}` : "none";
}

/** The name does not begin as an index does: those of a killed git are removed by their names. */
function factsFile(index: string): string {
  return index.replace(/index([^/\\]*)$/, "facts$1.json");
}
