import type { Model } from "../contract/model.ts";
import { ownValue } from "../own-value.ts";
import { nodeModules } from "../transport/node-modules.ts";
import { CATALOGUE_LOADERS, CATALOGUE_PLACE } from "./loaders.generated.ts";

/**
 * The models we know, by provider. Only the names of the providers are there from the start; the models of one are read
 * when first asked for, and from then on are also there for the synchronous getters.
 */
const loaded = new Map<string, Map<string, Model>>();
const loading = new Map<string, Promise<Model[]>>();

/** Reads the models of one provider; one we do not know has none. */
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

/**
 * Reads the models of one provider before it returns, for callers that cannot wait. Node can load what a dynamic import
 * names without waiting; the name, which a bundler has changed, is only to be had from the loader's text.
 */
export function loadProviderNow(provider: string): void {
  const load = loaderOf(provider);
  const modules = nodeModules()?.getBuiltinModule("node:module");
  const [, specifier] = /import\(\s*["']([^"']+)["']/.exec(load?.toString() ?? "") ?? [];
  if (loaded.has(provider) || !modules || !specifier) return;
  const found: { default?: CatalogueRow[] } | CatalogueRow[] = modules.createRequire(CATALOGUE_PLACE)(specifier);
  keep(provider, Array.isArray(found) ? found : (found.default ?? []));
}

/** A session or a file may name a provider as it likes, also `constructor`. */
function loaderOf(provider: string) {
  return ownValue(CATALOGUE_LOADERS, provider);
}

/** Reads everything, for callers that must look models up synchronously. */
export async function loadCatalogue(): Promise<void> {
  await Promise.all(Object.keys(CATALOGUE_LOADERS).map(loadProvider));
}

export async function findModel(provider: string, id: string): Promise<Model | undefined> {
  await loadProvider(provider);
  return getModel(provider, id);
}

/** `undefined` where there is no such model, or its provider has not been loaded. */
export function getModel(provider: string, id: string): Model | undefined {
  return loaded.get(provider)?.get(id);
}

export function getModels(provider: string): Model[] {
  return [...(loaded.get(provider)?.values() ?? [])];
}

/** Lays newer rows over those of a provider: same ids are replaced, others added. */
export async function updateProvider(provider: string, rows: readonly CatalogueRow[]): Promise<void> {
  const known = await loadProvider(provider);
  const newer = keep(provider, [...known, ...rows]);
  loading.set(provider, Promise.resolve(newer));
}

/** A model as data files list it, under its provider. */
export type CatalogueRow = Omit<Model, "provider">;

function keep(provider: string, rows: readonly CatalogueRow[]): Model[] {
  const models = new Map(rows.map((row): [string, Model] => [row.id, { ...row, provider }]));
  loaded.set(provider, models);
  return [...models.values()];
}
