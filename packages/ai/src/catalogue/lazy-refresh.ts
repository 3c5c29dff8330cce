import type { RefreshCatalogueOptions, RefreshedCatalogue } from "./refresh-catalogue.ts";

/** Loads `refreshCatalogue` and its network code at the first call. */
export async function refreshCatalogue(options: RefreshCatalogueOptions): Promise<RefreshedCatalogue> {
  const catalogue = await import("./refresh-catalogue.ts");
  return await catalogue.refreshCatalogue(options);
}
