import { existsSync } from "node:fs";
import { getInheritedProjectDir, getProjectDir, resolveFrom } from "../paths/index.ts";
import type { SettingsStore } from "../settings/index.ts";
import { type Discovered, joinItems, type LoadedItems } from "./discovery/index.ts";
import type { DescribeSource } from "./items/skill.ts";
import { createPathFilter, exactWord, isGlob, type PathFilter, parsePatterns } from "./resource-patterns.ts";
import type { SourceInfo } from "./source-info.ts";

export type ResourceType = "extensions" | "skills" | "prompts" | "themes";

/** Reads the items at a path. The reader's module is loaded when there is something to read. */
export type ReadItems<Item> = (
  path: string,
  describe: DescribeSource,
) => LoadedItems<Item> | Promise<LoadedItems<Item>>;

/** One list of a settings file, with the base of its relative paths. */
export interface ConfiguredList {
  readonly entries: readonly string[];
  readonly base: string;
  readonly scope: "user" | "project";
}

/** Returns the lists, the project's first, because it takes precedence. */
export function configuredLists(
  type: ResourceType,
  settings: SettingsStore,
  cwd: string,
  agentDir: string,
): ConfiguredList[] {
  return [
    { entries: settings.layer("project")[type] ?? [], base: getProjectDir(cwd), scope: "project" },
    { entries: settings.inheritedLayer()[type] ?? [], base: getInheritedProjectDir(cwd), scope: "project" },
    { entries: settings.layer("global")[type] ?? [], base: agentDir, scope: "user" },
  ];
}

/**
 * Returns a filter for items that were found elsewhere: the exclusions of the lists apply to those too. An exact entry
 * of the nearer list takes precedence over anything in the other.
 */
export async function exclusionFilter(lists: readonly ConfiguredList[]): Promise<PathFilter> {
  const filters = await Promise.all(
    lists.map(({ entries, base }) =>
      createPathFilter(
        entries.filter((entry) => /^[!+-]/.test(entry)),
        base,
      ),
    ),
  );
  const words = lists.map(({ entries, base }) => exactWord(entries, base));
  return (path) => {
    for (const wordOn of words) {
      const word = wordOn(path);
      if (word !== undefined) return word;
    }
    return filters.every((accepts) => accepts(path));
  };
}

/** Loads the items at the paths of a list. A glob is searched below its fixed leading folder. */
export async function loadConfigured<Item extends Discovered>(
  { entries, base, scope }: ConfiguredList,
  read: ReadItems<Item>,
): Promise<LoadedItems<Item>> {
  const { include } = parsePatterns(entries);
  if (include.length === 0) return { items: [] };
  const accepts = await createPathFilter(entries, base);
  const roots = new Set(include.map((entry) => resolveFrom(base, isGlob(entry) ? staticPart(entry) : entry)));
  const describe = (path: string): SourceInfo => ({
    path,
    source: "local",
    scope,
    origin: "top-level",
    baseDir: base,
  });
  const found = await Promise.all([...roots].map(async (root) => complainIfMissing(root, await read(root, describe))));
  const { items, diagnostics = [] } = joinItems(found);
  return { items: items.filter(({ sourceInfo }) => accepts(sourceInfo.path)), diagnostics };
}

/** Adds a warning if nothing exists at a configured path. */
export function complainIfMissing<Item>(path: string, found: LoadedItems<Item>): LoadedItems<Item> {
  const { items, diagnostics = [] } = found;
  if (items.length + diagnostics.length > 0 || existsSync(path)) return found;
  return { items, diagnostics: [{ type: "warning", path, message: "there is nothing here" }] };
}

/** Adds a warning also if the path exists but has no items: a path on the command line is meant for this run, so that is a mistake. */
export function complainIfEmpty<Item>(type: ResourceType, path: string, found: LoadedItems<Item>): LoadedItems<Item> {
  const { items, diagnostics = [] } = complainIfMissing(path, found);
  if (items.length + diagnostics.length > 0) return { items, diagnostics };
  return { items, diagnostics: [{ type: "warning", path, message: `there are no ${type} here` }] };
}

function staticPart(glob: string): string {
  const parts = glob.split("/");
  const first = parts.findIndex(isGlob);
  return parts.slice(0, first).join("/") || ".";
}
