import { existsSync } from "node:fs";
import { getInheritedProjectDir, getProjectDir, resolveFrom } from "../paths/index.ts";
import type { SettingsStore } from "../settings/index.ts";
import { type Discovered, joinItems, type LoadedItems } from "./discovery/index.ts";
import type { DescribeSource } from "./items/skill.ts";
import { createPathFilter, exactWord, isGlob, type PathFilter, parsePatterns } from "./resource-patterns.ts";
import type { SourceInfo } from "./source-info.ts";

export type ResourceType = "extensions" | "skills" | "prompts" | "themes";

/** Reads what stands at a path; a reader that is a module of its own comes when there is something to read. */
export type ReadItems<Item> = (
  path: string,
  describe: DescribeSource,
) => LoadedItems<Item> | Promise<LoadedItems<Item>>;

/** One list of a settings file, and the folder its paths count from. */
export interface ConfiguredList {
  readonly entries: readonly string[];
  readonly base: string;
  readonly scope: "user" | "project";
}

/** The project's list first: it is the nearer one. */
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
 * What the lists leave of things that were found elsewhere: their exclusions hold for those too. An exact word of the nearer list
 * counts more than anything in the other.
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

/** The items of the paths a list names. A glob is looked for below the folder it begins with. */
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

/** What stands at a path that somebody wrote down, with a word where nothing does. */
export function complainIfMissing<Item>(path: string, found: LoadedItems<Item>): LoadedItems<Item> {
  const { items, diagnostics = [] } = found;
  if (items.length + diagnostics.length > 0 || existsSync(path)) return found;
  return { items, diagnostics: [{ type: "warning", path, message: "there is nothing here" }] };
}

/** What the command line names is meant for this run: a place without anything is a mistake, though it is there. */
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
