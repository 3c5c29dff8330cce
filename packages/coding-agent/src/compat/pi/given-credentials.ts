import type { AuthOperationOptions, CredentialStore } from "@tau/ai";
import {
  type CredentialBackend,
  type CredentialData,
  type CredentialEntry,
  type EntryChange,
  entriesIn,
} from "../../core/auth/credential-file.ts";
import type { AuthStorage } from "../../core/auth/index.ts";
import { errorText } from "../../core/error-text.ts";
import type { FileDiagnostic } from "../../core/json-file/index.ts";

/** A credential store that a program provides. */
export type GivenCredentials = CredentialStore | AuthStorage;

/** Adapts a program's store. Keeps a copy of its last known content, and makes each change under the store's own lock. */
export async function createBackend(store: CredentialStore): Promise<CredentialBackend> {
  const backend = new GivenBackend(store);
  for (const { providerId } of await store.list()) await backend.look(providerId);
  return backend;
}

class GivenBackend implements CredentialBackend {
  private readonly store: CredentialStore;
  private readonly data: CredentialData = {};
  /** Providers whose entry is being changed under the store's lock. */
  private readonly changing = new Set<string>();
  /** Why the store rejected an entry, until it accepts one for that provider. */
  private readonly refused = new Map<string, FileDiagnostic>();

  constructor(store: CredentialStore) {
    this.store = store;
  }

  load(): ReturnType<CredentialBackend["load"]> {
    return { data: this.data, diagnostics: [...this.refused.values()] };
  }

  async look(provider: string): Promise<void> {
    this.keep(provider, await this.store.read(provider));
  }

  change(provider: string, change: EntryChange): void {
    this.keep(provider, change(entriesIn(this.data, provider)));
    if (!this.changing.has(provider)) void this.put(provider);
  }

  async exclusively<T>(provider: string, run: () => Promise<T>, options?: AuthOperationOptions): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    this.changing.add(provider);
    try {
      const isKept = await this.changeStored(provider, async () => resolve(await run()), options);
      if (!isKept) await this.store.delete(provider, options);
    } finally {
      this.changing.delete(provider);
    }
    return await promise;
  }

  /** Resolves to whether there is a credential afterwards. */
  private async changeStored(
    provider: string,
    run: () => Promise<void>,
    options?: AuthOperationOptions,
  ): Promise<boolean> {
    const current = async (stored: Awaited<ReturnType<CredentialStore["read"]>>) => {
      this.keep(provider, stored);
      await run();
      return entriesIn(this.data, provider)[0];
    };
    await this.store.modify(provider, current, options);
    return Object.hasOwn(this.data, provider);
  }

  /** Writes the entry in the background. A failure is reported at the next `load`. */
  private async put(provider: string): Promise<void> {
    const [credential] = entriesIn(this.data, provider);
    try {
      if (credential) await this.store.modify(provider, async () => credential);
      else await this.store.delete(provider);
      this.refused.delete(provider);
    } catch (error) {
      const reason = errorText(error);
      const message = `the credential store did not take the change, which holds for this run alone: ${reason}`;
      this.refused.set(provider, { type: "error", path: provider, message });
    }
  }

  private keep(provider: string, entry: CredentialEntry | undefined): void {
    if (entry) this.data[provider] = entry;
    else delete this.data[provider];
  }
}
