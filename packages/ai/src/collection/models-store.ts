import type { AnyModel } from "../contract/any-model.ts";

/** A fetched list of models, with the data for checking whether it is current. */
export interface ModelsStoreEntry {
  models: readonly AnyModel[];
  lastModified?: number;
  checkedAt?: number;
  etag?: string;
}

interface StoreCallOptions {
  readonly signal?: AbortSignal;
}

export interface ModelsStore {
  read(providerId: string, options?: StoreCallOptions): Promise<ModelsStoreEntry | undefined>;
  write(providerId: string, entry: ModelsStoreEntry, options?: StoreCallOptions): Promise<void>;
  delete(providerId: string, options?: StoreCallOptions): Promise<void>;
}

export class InMemoryModelsStore implements ModelsStore {
  private readonly entries = new Map<string, ModelsStoreEntry>();

  async read(providerId: string, options?: StoreCallOptions): Promise<ModelsStoreEntry | undefined> {
    options?.signal?.throwIfAborted();
    return this.entries.get(providerId);
  }

  async write(providerId: string, entry: ModelsStoreEntry, options?: StoreCallOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    this.entries.set(providerId, entry);
  }

  async delete(providerId: string, options?: StoreCallOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    this.entries.delete(providerId);
  }
}
