import type { AnyModel } from "../contract/any-model.ts";

/** A fetched list of models, and what is needed to ask whether it is still the newest. */
export interface ModelsStoreEntry {
  models: readonly AnyModel[];
  lastModified?: number;
  checkedAt?: number;
  etag?: string;
}

export interface ModelsStore {
  read(providerId: string): Promise<ModelsStoreEntry | undefined>;
  write(providerId: string, entry: ModelsStoreEntry): Promise<void>;
  delete(providerId: string): Promise<void>;
}

export class InMemoryModelsStore implements ModelsStore {
  private readonly entries = new Map<string, ModelsStoreEntry>();

  async read(providerId: string): Promise<ModelsStoreEntry | undefined> {
    return this.entries.get(providerId);
  }

  async write(providerId: string, entry: ModelsStoreEntry): Promise<void> {
    this.entries.set(providerId, entry);
  }

  async delete(providerId: string): Promise<void> {
    this.entries.delete(providerId);
  }
}
