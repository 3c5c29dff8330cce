import { relative, sep } from "node:path";
import { createPathFilter, type ResourceType } from "../resources/index.ts";
import type { PackageSource, SettingsStore } from "../settings/index.ts";
import { sourceOf } from "./configured-packages.ts";
import { maskCredentials } from "./package-source.ts";

export interface ConfigurableResource {
  readonly type: ResourceType;
  readonly path: string;
  /** The package's source as it is shown, and its folder; absent for what the user keeps loose. */
  readonly package?: { readonly source: string; readonly root: string };
  /** Off unless the settings say otherwise. */
  readonly optIn?: true;
}

export interface ConfigureTarget {
  readonly settings: SettingsStore;
  readonly scope: "user" | "project";
  /** What paths of this scope's settings count from. */
  readonly base: string;
}

/** Switches one resource on or off in the user's or the project's settings, by its exact path. */
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
  // The user may have switched it off: a folder says yes in words.
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
  // A project that does not name the package itself only changes what the user chose.
  const entry =
    known === undefined ? { source, autoload: false } : typeof known === "string" ? { source: known } : known;
  const isDelta = "autoload" in entry && entry.autoload === false;
  const changed: PackageSource = { ...entry, [type]: await withWord(entry[type] ?? [], path, enabled, root, isDelta) };
  const next = index < 0 ? [...packages, changed] : packages.with(index, changed);
  target.settings.set("packages", next, target.scope === "project" ? "project" : "global");
}

/** The list without its old word on the path, and with a new one where it takes one; `spelledOut` always says yes in words. */
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

/** Extensions that come with Tau have a name and no path. */
export function isBuiltIn(path: string): boolean {
  return path.startsWith("builtin:");
}

function scopeSettings({ settings, scope }: ConfigureTarget) {
  return scope === "project" ? settings.getProjectSettings() : settings.getGlobalSettings();
}
