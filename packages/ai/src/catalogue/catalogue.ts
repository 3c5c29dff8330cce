import type { Model } from "../contract/model.ts";
import { ownValue } from "../own-value.ts";
import { nodeModules } from "../transport/connection/node-modules.ts";
import { CATALOGUE_LOADERS, CATALOGUE_PLACE } from "./loaders.generated.ts";

/**
 * The known models, by provider. At first only the names of the providers are known; a provider's models are loaded on first use and are
 * then also available to the synchronous getters.
 */
const loaded = new Map<string, Map<string, Model>>();
const loading = new Map<string, Promise<Model[]>>();

/** Loads the models of one provider; an unknown provider has none. */
export function loadProvider(provider: string): Promise<Model[]> {
  const known = loading.get(provider);
  if (known !== undefined) return known;
  const load = loaderOf(provider);
  const reading = load
    ? load().then(({ default: rows }) => keep(provider, rows as CatalogueRow[]))
    : Promise.resolve([]);
  loading.set(provider, reading);
  return reading;
}

/** Loads the models of one provider synchronously, for callers that cannot wait. Node can `require` the module of a dynamic import. */
export function loadProviderNow(provider: string): void {
  const load = loaded.has(provider) ? undefined : loaderOf(provider);
  const modules = load && nodeModules()?.getBuiltinModule("node:module");
  const specifier = modules && specifierOf(provider, load);
  if (!specifier) return;
  const found: { default?: CatalogueRow[] } | CatalogueRow[] = modules.createRequire(CATALOGUE_PLACE)(specifier);
  keep(provider, Array.isArray(found) ? found : (found.default ?? []));
}

/** In the source the name of the file is known. In a build, which renames files, only the text of the loader has it. */
function specifierOf(provider: string, load: () => Promise<unknown>): string | undefined {
  if (CATALOGUE_PLACE.endsWith(".ts")) return `./data/${provider}.generated.json`;
  return /import\w*\(\s*["']([^"']+)["']/.exec(load.toString())?.[1];
}

/** Looks up own properties only: a session or file may name any provider, even `constructor`. */
function loaderOf(provider: string) {
  return ownValue(CATALOGUE_LOADERS, provider);
}

/** Loads everything, for callers that must look up models synchronously. */
export async function loadCatalogue(): Promise<void> {
  await Promise.all(Object.keys(CATALOGUE_LOADERS).map(loadProvider));
}

export async function findModel(provider: string, id: string): Promise<Model | undefined> {
  await loadProvider(provider);
  return getModel(provider, id);
}

/** Returns `undefined` if there is no such model or its provider is not loaded. */
export function getModel(provider: string, id: string): Model | undefined {
  return loaded.get(provider)?.get(id);
}

export function getModels(provider: string): Model[] {
  return [...(loaded.get(provider)?.values() ?? [])];
}

/** Merges newer rows into those of a provider: same ids are replaced, others are added. */
export async function updateProvider(provider: string, rows: readonly CatalogueRow[]): Promise<void> {
  const known = await loadProvider(provider);
  const newer = keep(provider, [...known, ...rows]);
  loading.set(provider, Promise.resolve(newer));
}

/** A model in a data file, which lists models by provider. */
export type CatalogueRow = Omit<Model, "provider">;

function keep(provider: string, rows: readonly CatalogueRow[]): Model[] {
  const models = new Map(rows.map((row): [string, Model] => [row.id, { ...row, provider }]));
  loaded.set(provider, models);
  return [...models.values()];
}
