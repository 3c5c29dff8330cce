import { AiError } from "../ai-error.ts";
import { callJson } from "../transport/call-json.ts";
import { type CatalogueRow, updateProvider } from "./catalogue.ts";

/** The content of a models URL: rows by provider, in the format of the built-in data. */
export type CatalogueFile = Readonly<Record<string, readonly CatalogueRow[]>>;

/** Stores the last answer between runs. */
export interface CatalogueCache {
  read(): Promise<{ file: CatalogueFile; etag?: string } | undefined>;
  write(entry: { file: CatalogueFile; etag?: string }): Promise<void>;
}

export interface RefreshCatalogueOptions {
  url: string;
  cache?: CatalogueCache;
  /** If false, only the cache is used. */
  allowNetwork?: boolean;
  fetch?: typeof globalThis.fetch;
  signal?: AbortSignal;
}

export interface RefreshedCatalogue {
  source: "network" | "cache" | "built-in";
  error?: Error;
}

/**
 * Updates the catalogue from a URL. Applies the cached answer first, so that a failure leaves the newest known state. Returns a failure
 * instead of throwing it.
 */
export async function refreshCatalogue(options: RefreshCatalogueOptions): Promise<RefreshedCatalogue> {
  const cached = await options.cache?.read();
  if (cached) await apply(cached.file);
  const fallback = cached ? ("cache" as const) : ("built-in" as const);
  if (options.allowNetwork === false) return { source: fallback };
  let source: RefreshedCatalogue["source"] = fallback;
  try {
    const fetched = await download(options, cached?.etag);
    if (!fetched) return { source };
    await apply(fetched.file);
    source = "network";
    await options.cache?.write(fetched);
    return { source };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new AiError(String(thrown), { code: "unknown", cause: thrown });
    return { source, error };
  }
}

/** Returns `undefined` if nothing has changed. */
async function download(options: RefreshCatalogueOptions, etag: string | undefined) {
  const { url, fetch, signal } = options;
  const sent = { accept: "application/json", ...(etag && { "if-none-match": etag }) };
  const { ok, status, headers, json } = await callJson({ url, headers: sent, signal }, { fetch });
  if (status === 304) return undefined;
  if (!ok) throw new AiError(`${url} gave no catalogue (HTTP ${status}).`, { code: "server" });
  if (!isCatalogue(json)) throw new AiError(`${url} serves no catalogue of models.`, { code: "invalid-request" });
  const newTag = headers.etag;
  return { file: json, ...(newTag && { etag: newTag }) };
}

async function apply(file: CatalogueFile): Promise<void> {
  await Promise.all(Object.entries(file).map(([provider, rows]) => updateProvider(provider, rows)));
}

function isCatalogue(value: unknown): value is CatalogueFile {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((rows) => Array.isArray(rows) && rows.every(isRow));
}

function isRow(row: unknown): boolean {
  const { id, api, baseUrl, contextWindow } = (row ?? {}) as Record<string, unknown>;
  return [id, api, baseUrl].every((field) => typeof field === "string") && typeof contextWindow === "number";
}
