import { isWriteRefused } from "@tau/agent/error-code";
import type { ModelsStore, ModelsStoreEntry } from "@tau/ai";
import { ownValue } from "@tau/ai";
import { replaceFile } from "../files/replace-file.ts";
import { isObject, parseJson, readFile } from "../json-file/index.ts";
import { withLockSync } from "../lock/index.ts";

/**
 * Stores the model lists that providers want to keep for the next start. An unreadable file counts as empty, because
 * the lists can be fetched again.
 */
export class ModelsStoreFile implements ModelsStore {
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async read(providerId: string): Promise<ModelsStoreEntry | undefined> {
    const entry = ownValue(this.entries(), providerId);
    return isObject(entry) && Array.isArray(entry.models) ? (entry as unknown as ModelsStoreEntry) : undefined;
  }

  async write(providerId: string, entry: ModelsStoreEntry): Promise<void> {
    this.change(providerId, entry);
  }

  async delete(providerId: string): Promise<void> {
    if (Object.hasOwn(this.entries(), providerId)) this.change(providerId, undefined);
  }

  private entries(): Record<string, unknown> {
    const parsed = parseJson(readFile(this.path).text ?? "{}");
    return parsed.ok && isObject(parsed.value) ? parsed.value : {};
  }

  private change(providerId: string, value: ModelsStoreEntry | undefined): void {
    try {
      withLockSync(`${this.path}.lock`, () => {
        const text = JSON.stringify({ ...this.entries(), [providerId]: value });
        replaceFile(this.path, `${text}\n`, { mode: 0o600 });
      });
    } catch (error) {
      // If the file cannot be written, the list is used in this run only and fetched again in the next.
      if (!isWriteRefused(error)) throw error;
    }
  }
}
