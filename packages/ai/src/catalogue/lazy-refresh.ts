import type { RefreshCatalogueOptions, RefreshedCatalogue } from "./refresh-catalogue.ts";

/** `refreshCatalogue` for those who import the package: loaded by its first call, with what talks to servers. */
export async function refreshCatalogue(options: RefreshCatalogueOptions): Promise<RefreshedCatalogue> {
  const catalogue = await import("./refresh-catalogue.ts");
  return await catalogue.refreshCatalogue(options);
}
