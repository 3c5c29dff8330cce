import { relative, sep } from "node:path";
import { createPathFilter, type ResourceType } from "../resources/index.ts";
import type { PackageSource, SettingsStore } from "../settings/index.ts";
import { sourceOf } from "./configured-packages.ts";
import { maskCredentials } from "./package-source.ts";

export interface ConfigurableResource {
  readonly type: ResourceType;
  readonly path: string;
  /** The package's source as it is displayed, and its folder; absent for a resource outside packages. */
  readonly package?: { readonly source: string; readonly root: string };
  /** The resource is off unless the settings enable it. */
  readonly optIn?: true;
}

export interface ConfigureTarget {
  readonly settings: SettingsStore;
  readonly scope: "user" | "project";
  /** Base of relative paths in this scope's settings. */
  readonly base: string;
}

/** Enables or disables one resource in the user's or the project's settings, by its exact path. */
export async function setResourceEnabled(
  resource: ConfigurableResource,
  enabled: boolean,
  target: ConfigureTarget,
): Promise<void> {
  if (resource.package) await configurePackage(resource.package, resource, enabled, target);
  else await configureLoose(resource, enabled, target);
  await target.settings.flush();
}

async function configureLoose(
  { type, path, optIn }: ConfigurableResource,
  enabled: boolean,
  target: ConfigureTarget,
): Promise<void> {
  const { settings, scope, base } = target;
  // The user may have disabled the resource globally, so a project enables it explicitly.
  const list = await withWord(
    scopeSettings(target)[type] ?? [],
    path,
    enabled,
    base,
    scope === "project" || optIn === true,
  );
  settings.set(type, list.length > 0 ? list : undefined, scope === "project" ? "project" : "global");
}

async function configurePackage(
  { source, root }: NonNullable<ConfigurableResource["package"]>,
  { type, path }: ConfigurableResource,
  enabled: boolean,
  target: ConfigureTarget,
): Promise<void> {
  const packages = scopeSettings(target).packages ?? [];
  const index = packages.findIndex((entry) => maskCredentials(sourceOf(entry)) === source);
  const known = packages[index];
  // A project that does not list the package itself only modifies what the user chose.
  const entry =
    known === undefined ? { source, autoload: false } : typeof known === "string" ? { source: known } : known;
  const isDelta = "autoload" in entry && entry.autoload === false;
  const changed: PackageSource = { ...entry, [type]: await withWord(entry[type] ?? [], path, enabled, root, isDelta) };
  const next = index < 0 ? [...packages, changed] : packages.with(index, changed);
  target.settings.set("packages", next, target.scope === "project" ? "project" : "global");
}

/**
 * Returns the list without the previous entry for the path, and with a new one if it needs one. `spelledOut` always
 * adds an explicit entry to enable the path.
 */
async function withWord(
  list: readonly string[],
  path: string,
  enabled: boolean,
  base: string,
  spelledOut = false,
): Promise<string[]> {
  const name = isBuiltIn(path) ? path : relative(base, path).split(sep).join("/");
  const rest = list.filter((entry) => entry !== `+${name}` && entry !== `-${name}`);
  if (!enabled) return [...rest, `-${name}`];
  const accepts = await createPathFilter(
    rest.filter((entry) => /^[!+-]/.test(entry)),
    base,
  );
  const isOn = isBuiltIn(path) || accepts(path);
  return isOn && !spelledOut ? rest : [...rest, `+${name}`];
}

/** Returns whether the path is an extension that comes with Tau: these have a name instead of a path. */
export function isBuiltIn(path: string): boolean {
  return path.startsWith("builtin:");
}

function scopeSettings({ settings, scope }: ConfigureTarget) {
  return scope === "project" ? settings.getProjectSettings() : settings.getGlobalSettings();
}
