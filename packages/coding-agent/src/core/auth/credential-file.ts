import { statSync } from "node:fs";
import { errorCode } from "@tau/agent/error-code";
import { type AuthOperationOptions, type Credential, ownValue } from "@tau/ai";
import { replaceFile } from "../files/replace-file.ts";
import {
  ConfigError,
  editJson,
  type FileDiagnostic,
  type FileSchema,
  isObject,
  loadJsonText,
  parseJson,
  readFile,
} from "../json-file/index.ts";
import { withLock, withLockSync } from "../lock/index.ts";
import { earlierProviderNames, withCurrentNames } from "./provider-names.ts";

/** A provider's entry: one credential, or several that are used in turn. */
export type CredentialEntry = Credential | Credential[];
export type CredentialData = Record<string, CredentialEntry>;

/** Computes the new credentials of a provider from the stored ones. */
export type EntryChange = (stored: readonly Credential[]) => CredentialEntry | undefined;

/** A place where credentials are stored. */
export interface CredentialBackend {
  /** Returns the stored credentials, including changes by other processes. */
  load(): { data: CredentialData; diagnostics: readonly FileDiagnostic[] };
  /** Changes one entry atomically across all processes and leaves the others as they are; `undefined` removes the entry. */
  change(provider: string, change: EntryChange): void;
  /** Runs with an exclusive lock on this provider, across all processes. Used for changes that need a request to a server. */
  exclusively<T>(provider: string, run: () => Promise<T>, options?: AuthOperationOptions): Promise<T>;
}

/** `auth.json`: readable only by its owner; every write is atomic and holds a lock. */
export class CredentialFile implements CredentialBackend {
  private readonly path: string;
  private seen: { version: string; data: CredentialData; diagnostics: readonly FileDiagnostic[] } | undefined;
  private isCurrent = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Looks for changes once in a run of synchronous code, because the state of all providers is asked for in one go. */
  load(): { data: CredentialData; diagnostics: readonly FileDiagnostic[] } {
    if (this.seen && this.isCurrent) return this.seen;
    const version = versionOf(this.path);
    if (this.seen?.version !== version) this.seen = { version, ...readCredentials(this.path) };
    this.isCurrent = true;
    queueMicrotask(() => {
      this.isCurrent = false;
    });
    return this.seen;
  }

  change(provider: string, change: EntryChange): void {
    withLockSync(`${this.path}.lock`, () => {
      const { text, diagnostics } = readFile(this.path);
      const parsed = parseJson(text ?? "{}");
      if (diagnostics.length > 0 || !parsed.ok || !isObject(parsed.value)) {
        throw new ConfigError(
          "broken-file",
          `${this.path} cannot be understood and was left as it is. Repair or remove it.`,
        );
      }
      const { value } = parsed;
      const outdated = earlierProviderNames(provider).filter((name) => Object.hasOwn(value, name));
      const next = editJson(text, [
        { path: [provider], value: change(entriesIn(readCredentials(this.path).data, provider)) },
        ...outdated.map((name) => ({ path: [name], value: undefined })),
      ]);
      replaceFile(this.path, next, { mode: 0o600, enforceMode: true, durable: true });
    });
    this.seen = undefined;
  }

  exclusively<T>(provider: string, run: () => Promise<T>, options: AuthOperationOptions = {}): Promise<T> {
    const lock = `${this.path}.${encodeURIComponent(provider)}.lock`;
    return withLock(lock, run, { timeoutMs: SERVER_TIMEOUT_MS, ...options });
  }
}

export class MemoryCredentials implements CredentialBackend {
  private readonly data: CredentialData;
  private last: Promise<unknown> = Promise.resolve();

  constructor(data: CredentialData = {}) {
    this.data = { ...data };
  }

  load(): { data: CredentialData; diagnostics: readonly FileDiagnostic[] } {
    return { data: this.data, diagnostics: [] };
  }

  change(provider: string, change: EntryChange): void {
    const entry = change(entriesIn(this.data, provider));
    if (entry) this.data[provider] = entry;
    else delete this.data[provider];
  }

  exclusively<T>(_provider: string, run: () => Promise<T>): Promise<T> {
    const result = this.last.then(run, run);
    this.last = result;
    return result;
  }
}

export function entriesIn(data: CredentialData, provider: string): Credential[] {
  return [ownValue(data, provider) ?? []].flat();
}

const credential: FileSchema = {
  anyOf: [
    {
      type: "object",
      properties: {
        type: { const: "api_key" },
        key: { type: "string" },
        env: { type: "object", additionalProperties: { type: "string" } },
      },
      required: ["type"],
    },
    {
      type: "object",
      properties: {
        type: { const: "oauth" },
        access: { type: "string" },
        refresh: { type: "string" },
        expires: { type: "number" },
      },
      required: ["type", "access", "refresh", "expires"],
    },
  ],
  title: "a credential",
};

const credentialsSchema: FileSchema = {
  type: "object",
  properties: { $schema: { type: "string" } },
  additionalProperties: { anyOf: [credential, { type: "array", items: credential }], title: "a credential" },
};

function readCredentials(path: string): { data: CredentialData; diagnostics: readonly FileDiagnostic[] } {
  const { text, diagnostics } = readFile(path);
  if (text === undefined) return { data: {}, diagnostics };
  const loaded = loadJsonText(path, text, credentialsSchema);
  const { $schema: _, ...data } = loaded.value;
  return { data: withCurrentNames(data as CredentialData), diagnostics: [...loaded.diagnostics, ...exposure(path)] };
}

function exposure(path: string): FileDiagnostic[] {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if (process.platform === "win32" || (mode & 0o077) === 0) return [];
  return [{ type: "warning", path, message: "can be read by others on this machine; run chmod 600 on it" }];
}

function versionOf(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
    return stats ? `${stats.ino}:${stats.mtimeNs}:${stats.size}` : "none";
  } catch (error) {
    return errorCode(error) ?? String(error);
  }
}

/** How long another process waits for the login server's answer before it gives up. */
const SERVER_TIMEOUT_MS = 60_000;
