import { isObject } from "../json-file/index.ts";
import type { Settings } from "./schema/index.ts";
import { applyToolModifiers, isToolModifier } from "./tool-selection.ts";

export type SettingsLayer = Record<string, unknown>;

/** Settings that a project may not decide for its user. */
export const GLOBAL_ONLY: ReadonlySet<string> = new Set([
  "cacheWarming",
  "defaultProjectTrust",
  "env",
  "github",
  "httpProxy",
  "permissionMode",
  "sandbox",
  "sandboxOptions",
  "selfUpdateCommand",
  "workspace",
]);

/** Lists to which a project adds. Any other list replaces the one below it. */
const COMBINED: ReadonlySet<string> = new Set([
  "packages",
  "extensions",
  "skills",
  "prompts",
  "themes",
  "disabledProviders",
]);

/** Merges the layers key by key: overrides over project over global. */
export function mergeSettings(global: SettingsLayer, project: SettingsLayer, overrides: SettingsLayer): Settings {
  const allowed = Object.fromEntries(Object.entries(project).filter(([key]) => !GLOBAL_ONLY.has(key)));
  return overlay(overlay(global, allowed, combineList), overrides, replaceList) as Settings;
}

/** Merges a project's own settings over those it inherits, in the way a project's file is merged over the user's. */
export function inheritSettings(inherited: SettingsLayer, own: SettingsLayer): SettingsLayer {
  return overlay(inherited, own, combineList);
}

type CombineLists = (key: string, below: readonly unknown[], above: readonly unknown[]) => unknown[];

function overlay(below: SettingsLayer, above: SettingsLayer, lists: CombineLists): SettingsLayer {
  const result: SettingsLayer = { ...below };
  for (const [key, value] of Object.entries(above)) {
    // A file may contain this key, and assigning it would change the object's prototype.
    if (key === "__proto__" || value === undefined) continue;
    const under = result[key];
    if (isObject(value) && isObject(under)) result[key] = overlay(under, value, replaceList);
    else if (Array.isArray(value) && Array.isArray(under)) result[key] = lists(key, under, value);
    else result[key] = value;
  }
  return result;
}

function combineList(key: string, below: readonly unknown[], above: readonly unknown[]): unknown[] {
  if (COMBINED.has(key)) return [...below, ...above];
  if (key === "defaultTools") return combineTools(below as string[], above as string[]);
  return [...above];
}

function replaceList(key: string, below: readonly unknown[], above: readonly unknown[]): unknown[] {
  if (key === "defaultTools" && changesTools(above as string[]))
    return applyToolModifiers(below as string[], above as string[]);
  return [...above];
}

/** Combines tool lists. An empty list below means no tools, so only the added ones remain. */
function combineTools(below: readonly string[], above: readonly string[]): string[] {
  if (!changesTools(above)) return [...above];
  return below.length === 0 ? applyToolModifiers([], above) : [...below, ...above];
}

function changesTools(entries: readonly string[]): boolean {
  return entries.length > 0 && entries.every(isToolModifier);
}
