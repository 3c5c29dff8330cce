import type { Credential, CredentialInfo, CredentialStore } from "./auth-types.ts";

/** Keeps credentials in memory. Writes to the same provider are serialized. */
export class InMemoryCredentialStore implements CredentialStore {
  private readonly credentials = new Map<string, Credential>();
  private readonly writing = new Map<string, Promise<unknown>>();

  async read(providerId: string): Promise<Credential | undefined> {
    return this.credentials.get(providerId);
  }

  async list(): Promise<readonly CredentialInfo[]> {
    return [...this.credentials].map(([providerId, { type }]) => ({ providerId, type }));
  }

  modify(
    providerId: string,
    change: (current: Credential | undefined) => Promise<Credential | undefined>,
  ): Promise<Credential | undefined> {
    return this.inTurn(providerId, async () => {
      const changed = await change(this.credentials.get(providerId));
      if (changed) this.credentials.set(providerId, changed);
      return this.credentials.get(providerId);
    });
  }

  delete(providerId: string): Promise<void> {
    return this.inTurn(providerId, async () => {
      this.credentials.delete(providerId);
    });
  }

  private inTurn<T>(providerId: string, task: () => Promise<T>): Promise<T> {
    const before = this.writing.get(providerId) ?? Promise.resolve();
    const turn = before.then(task, task);
    this.writing.set(providerId, turn);
    return turn;
  }
}
