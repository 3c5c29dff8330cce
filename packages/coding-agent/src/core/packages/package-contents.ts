import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { isFolder, listFiles, loadSkillsAt } from "@tau/agent/node";
import { resolveFrom } from "../paths/index.ts";
import { createPathFilter, extensionEntries, type ResourceType, readManifest } from "../resources/index.ts";
import { readPackageJson } from "./package-json.ts";

export const RESOURCE_TYPES: readonly ResourceType[] = ["extensions", "skills", "prompts", "themes"];

/**
 * Resolves to the files of each type that a package offers, by its manifest or else by its folders. Files outside the
 * package do not count.
 */
export async function packageContents(root: string): Promise<Record<ResourceType, string[]>> {
  if (!isFolder(root)) return { extensions: extensionEntries(root), skills: [], prompts: [], themes: [] };
  const manifest = readManifest(root);
  const found = await Promise.all(RESOURCE_TYPES.map((type) => contentsOf(type, root, manifest)));
  return Object.fromEntries(RESOURCE_TYPES.map((type, index) => [type, found[index] ?? []])) as Record<
    ResourceType,
    string[]
  >;
}

async function contentsOf(
  type: ResourceType,
  root: string,
  manifest: Record<string, unknown> | undefined,
): Promise<string[]> {
  const named = manifest?.[type];
  if (manifest) return Array.isArray(named) ? await namedContents(type, root, named.map(String)) : [];
  const conventional = filesAt(type, join(root, type));
  return type === "extensions" && conventional.length === 0 && !isLibrary(root) ? extensionEntries(root) : conventional;
}

/**
 * Returns whether the folder is a library or a program, which must not run as an extension if it was installed by
 * mistake. Any other folder may be an extension itself.
 */
function isLibrary(root: string): boolean {
  const manifest = readPackageJson(root);
  return ["main", "exports", "bin"].some((key) => key in manifest);
}

async function namedContents(type: ResourceType, root: string, entries: readonly string[]): Promise<string[]> {
  const accepts = await createPathFilter(entries, root);
  const starts = entries.filter((entry) => !/^[!+-]/.test(entry)).map((entry) => resolveFrom(root, staticPart(entry)));
  const files = [...new Set(starts)].filter((path) => isInside(root, path)).flatMap((path) => filesAt(type, path));
  return [...new Set(files)].filter(accepts);
}

function filesAt(type: ResourceType, path: string): string[] {
  switch (type) {
    case "extensions":
      return extensionEntries(path);
    case "skills":
      return loadSkillsAt(path).skills.map(({ filePath }) => filePath);
    case "prompts":
      return textsAt(path, ".md");
    case "themes":
      return textsAt(path, ".json");
  }
}

function textsAt(path: string, ending: string): string[] {
  if (isFolder(path)) return listFiles(path, [ending], { deep: true });
  return existsSync(path) ? [path] : [];
}

function staticPart(entry: string): string {
  const parts = entry.split("/");
  const first = parts.findIndex((part) => /[*?[\]{}]/.test(part));
  return first < 0 ? entry : parts.slice(0, first).join("/") || ".";
}

export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (!way.startsWith(`..${sep}`) && way !== "..");
}

/** Returns the path of a package's changelog: `CHANGELOG.md`, or the file inside the package that its manifest names. */
export function packageChangelog(root: string): string | undefined {
  const named = readManifest(root)?.changelogPath ?? "CHANGELOG.md";
  if (typeof named !== "string" || named === "") return undefined;
  const path = resolve(root, named);
  return isInside(root, path) && existsSync(path) ? path : undefined;
}
