import type { JsonValue } from "./json.ts";
import type { Model } from "./model.ts";
import type { ProviderRequestOptions } from "./options.ts";

/** An answer that its vendor goes on making while nobody waits: what is needed to ask for it, now or in another process. */
export interface DeferredHandle {
  provider: string;
  modelId: string;
  api: string;
  /** The vendor's own name of the answer. */
  id: string;
  /** When the vendor forgets it, in milliseconds since 1970. */
  expiresAt?: number;
  /** How long to wait before asking again. */
  pollAfterMs?: number;
  /** What else it takes to read the answer. */
  data?: JsonValue;
}

export interface DeferredFetchOptions extends ProviderRequestOptions<Model> {
  /** How many milliseconds to wait for the answer; 0, the default, looks once. */
  wait?: number;
}

export type DeferredCancelOptions = ProviderRequestOptions<Model>;
