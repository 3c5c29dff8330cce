import type { JsonValue } from "./json.ts";
import type { Model } from "./model.ts";
import type { ProviderRequestOptions } from "./options.ts";

/** Refers to an answer that the vendor continues to produce in the background, to be fetched now or by another process. */
export interface DeferredHandle {
  provider: string;
  modelId: string;
  api: string;
  /** The vendor's id of the answer. */
  id: string;
  /** When the vendor deletes the answer, in milliseconds since 1970. */
  expiresAt?: number;
  /** How long to wait before the next fetch. */
  pollAfterMs?: number;
  /** Further data needed to read the answer. */
  data?: JsonValue;
}

export interface DeferredFetchOptions extends ProviderRequestOptions<Model> {
  /** How many milliseconds to wait for the answer; 0, the default, checks once. */
  wait?: number;
}

export type DeferredCancelOptions = ProviderRequestOptions<Model>;
