import { isObject } from "../json-file/index.ts";
import { allowedMode } from "../permission/permission-mode.ts";
import type { Settings } from "./schema/index.ts";
import { applyToolModifiers, isToolModifier } from "./tool-selection.ts";

export type SettingsLayer = Record<string, unknown>;

/** What a project may not decide for its user. */
export const GLOBAL_ONLY: ReadonlySet<string> = new Set([
  "cacheWarming",
  "defaultProjectTrust",
  "env",
  "httpProxy",
  "permissionMode",
  "permissionModes",
  "sandbox",
  "sandboxOptions",
  "selfUpdateCommand",
  "workspace",
]);

/** Lists that a project adds to. Every other list replaces the one below it. */
const COMBINED: ReadonlySet<string> = new Set([
  "packages",
  "extensions",
  "skills",
  "prompts",
  "themes",
  "disabledProviders",
]);

/** Global under project under overrides under what the administrator has fixed, key by key. */
export function mergeSettings(
  global: SettingsLayer,
  project: SettingsLayer,
  overrides: SettingsLayer,
  managed: SettingsLayer = {},
): Settings {
  const allowed = Object.fromEntries(Object.entries(project).filter(([key]) => !GLOBAL_ONLY.has(key)));
  const own = overlay(overlay(global, allowed, combineList), overrides, replaceList);
  const merged = overlay(own, managed, replaceList) as Settings;
  const { permissionMode, permissionModes } = merged;
  if (permissionMode) merged.permissionMode = allowedMode(permissionMode, permissionModes);
  return merged;
}

/** What a project says over what it inherits, as a project's file lies over the user's. */
export function inheritSettings(inherited: SettingsLayer, own: SettingsLayer): SettingsLayer {
  return overlay(inherited, own, combineList);
}

type CombineLists = (key: string, below: readonly unknown[], above: readonly unknown[]) => unknown[];

function overlay(below: SettingsLayer, above: SettingsLayer, lists: CombineLists): SettingsLayer {
  const result: SettingsLayer = { ...below };
  for (const [key, value] of Object.entries(above)) {
    // A file may hold this key, and assigning it would change what the object is.
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

/** An empty list wants no tools, so what is added to it is all there is. */
function combineTools(below: readonly string[], above: readonly string[]): string[] {
  if (!changesTools(above)) return [...above];
  return below.length === 0 ? applyToolModifiers([], above) : [...below, ...above];
}

function changesTools(entries: readonly string[]): boolean {
  return entries.length > 0 && entries.every(isToolModifier);
}
