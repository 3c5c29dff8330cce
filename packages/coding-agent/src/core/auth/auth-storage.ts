import {
  type AuthOperationOptions,
  type Credential,
  type CredentialInfo,
  type CredentialStore,
  findEnvKeys,
  getEnvApiKey,
  type OAuthCredential,
  type OAuthLoginCallbacks,
  type OAuthProviderInterface,
} from "@tau/ai";
import { ConfigError, type FileDiagnostic } from "../json-file/index.ts";
import { getAuthPath } from "../paths/index.ts";
import type { AuthStatus } from "./auth-status.ts";
import { isConfigValueConfigured, resolveConfigValue } from "./config-value.ts";
import {
  type CredentialBackend,
  type CredentialData,
  CredentialFile,
  type EntryChange,
  entriesIn,
  MemoryCredentials,
} from "./credential-file.ts";
import { CredentialRotation } from "./credential-rotation.ts";
import { type ConfiguredLogin, type LoadLogins, LoginProviders } from "./login-providers.ts";
import { isPlatformCredential } from "./platform-credential.ts";

/** A key found in the environment. `value` may stand for credentials that are not a single string. */
export interface EnvironmentKey {
  readonly name: string;
  readonly value: string;
  /** The credential serves a whole platform, not only its models. */
  readonly isPlatform?: boolean;
}

/** A source of keys outside the credential file. */
export interface KeySource {
  resolve(provider: string): Promise<string | undefined>;
  status(provider: string): AuthStatus;
}

/** The last source of keys: the keys that extensions bring with their providers. */
export interface FallbackKeys extends KeySource {
  /** Keys that the user wrote into models.json. They take precedence over keys found in the environment. */
  readonly configured?: KeySource;
  /** Logins that the user described in models.json. */
  logins?(): readonly ConfiguredLogin[];
}

export interface AuthStorageOptions {
  readonly environment?: (provider: string, env?: Readonly<Record<string, string>>) => EnvironmentKey | undefined;
  readonly now?: () => number;
  /** Loads the built-in logins when one is first needed. */
  readonly loadLogins?: LoadLogins;
}

export interface ApiKeyRequest extends AuthOperationOptions {
  readonly includeFallback?: boolean;
  /** Pins one of several credentials to a session. */
  readonly sessionId?: string;
  /** How long the token must remain valid (default five minutes). */
  readonly minValidityMs?: number;
}

/**
 * Keys and logins. A key comes from the first of: the command line, a stored key, a stored login, models.json, the
 * environment, the fallback. A login that is about to expire is renewed only once, even when several processes ask for it.
 */
export class AuthStorage implements CredentialStore {
  private readonly backend: CredentialBackend;
  private readonly environment: NonNullable<AuthStorageOptions["environment"]>;
  private readonly now: () => number;
  private readonly rotation: CredentialRotation;
  private readonly runtime = new Map<string, string>();
  private readonly logins: LoginProviders;
  private readonly failures = new Map<string, Error>();
  private fallback: FallbackKeys | undefined;

  constructor(backend: CredentialBackend, options: AuthStorageOptions = {}) {
    this.backend = backend;
    this.environment = options.environment ?? environmentKey;
    this.now = options.now ?? Date.now;
    this.rotation = new CredentialRotation(this.now);
    this.logins = new LoginProviders(options.loadLogins);
  }

  static create(path = getAuthPath(), options?: AuthStorageOptions): AuthStorage {
    return new AuthStorage(new CredentialFile(path), options);
  }

  static inMemory(data: CredentialData = {}, options?: AuthStorageOptions): AuthStorage {
    return new AuthStorage(new MemoryCredentials(data), options);
  }

  async getApiKey(provider: string, request: ApiKeyRequest = {}): Promise<string | undefined> {
    const runtime = this.runtime.get(provider);
    if (runtime !== undefined) return runtime;
    const stored = await this.storedKey(provider, request);
    if (stored !== "none") return stored;
    const fallback = request.includeFallback === false ? undefined : this.fallback;
    const configured = await fallback?.configured?.resolve(provider);
    return configured ?? this.environmentOf(provider)?.value ?? (await fallback?.resolve(provider));
  }

  /** Returns where the key would come from, without running a command or sending a request. */
  getAuthStatus(provider: string): AuthStatus {
    if (this.runtime.has(provider)) return { configured: true, source: "runtime", label: "--api-key" };
    const [stored] = this.entriesOf(provider).filter(isConfigured);
    if (stored) return { configured: true, source: "stored", label: stored.type === "oauth" ? "login" : "auth.json" };
    const configured = this.fallback?.configured?.status(provider);
    if (configured?.configured) return configured;
    const found = this.environmentOf(provider);
    if (found) {
      const isPlatform = found.isPlatform && !this.has(provider);
      return { configured: true, source: "environment", label: found.name, ...(isPlatform && { isPlatform }) };
    }
    return this.fallback?.status(provider) ?? { configured: false };
  }

  hasAuth(provider: string): boolean {
    return this.getAuthStatus(provider).configured;
  }

  isUsingOAuth(provider: string): boolean {
    return !this.runtime.has(provider) && this.entriesOf(provider).filter(isConfigured)[0]?.type === "oauth";
  }

  /** Sets a key for this process only; it is never written to disk. */
  setRuntimeApiKey(provider: string, key: string): void {
    this.runtime.set(provider, key);
  }

  removeRuntimeApiKey(provider: string): void {
    this.runtime.delete(provider);
  }

  setFallback(fallback: FallbackKeys | undefined): void {
    this.fallback = fallback;
    this.logins.configured = () => fallback?.logins?.() ?? [];
  }

  /** Suspends the credential that gave this key. Returns whether another credential is ready to replace it. */
  async reportRateLimit(provider: string, key: string, durationMs = DEFAULT_REST_MS): Promise<boolean> {
    if (this.runtime.has(provider)) return false;
    const entries = this.entriesOf(provider);
    for (const [index, entry] of entries.entries()) {
      const own = entry.type === "oauth" ? await this.oauthKey(provider, entry) : await resolveStored(entry);
      if (own === key) this.rotation.rest(provider, index, Math.max(durationMs, SHORTEST_REST_MS));
    }
    return entries.some((_, index) => !this.rotation.isResting(provider, index));
  }

  get(provider: string): Credential | undefined {
    return this.entriesOf(provider)[0];
  }

  has(provider: string): boolean {
    return this.entriesOf(provider).length > 0;
  }

  /** Returns further values that are stored with the provider's key, such as an account id. */
  getProviderEnv(provider: string): Record<string, string> | undefined {
    const credential = this.get(provider);
    return credential?.type === "api_key" ? credential.env : undefined;
  }

  set(provider: string, credential: Credential): void {
    this.backend.change(provider, () => credential);
  }

  /** Stores a credential beside the existing ones; they are used in turn. */
  add(provider: string, credential: Credential): void {
    this.backend.change(provider, (stored) => [...stored, credential]);
  }

  remove(provider: string): void {
    this.backend.change(provider, () => undefined);
  }

  async read(provider: string): Promise<Credential | undefined> {
    return this.get(provider);
  }

  async list(): Promise<readonly CredentialInfo[]> {
    return Object.keys(this.backend.load().data).flatMap((providerId) =>
      this.entriesOf(providerId)
        .slice(0, 1)
        .map(({ type }) => ({ providerId, type })),
    );
  }

  async modify(
    provider: string,
    change: (current: Credential | undefined) => Promise<Credential | undefined>,
    options?: AuthOperationOptions,
  ): Promise<Credential | undefined> {
    return this.modifyAt(provider, 0, change, options);
  }

  async delete(provider: string, options?: AuthOperationOptions): Promise<void> {
    await this.backend.exclusively(provider, async () => this.remove(provider), options);
  }

  registerOAuthProvider(provider: OAuthProviderInterface): void {
    this.logins.register(provider);
  }

  unregisterOAuthProvider(id: string): void {
    this.logins.unregister(id);
  }

  /** Returns the logins registered at run time; `listLogins` includes the built-in ones too. */
  getOAuthProviders(): OAuthProviderInterface[] {
    return this.logins.listRegistered();
  }

  listLogins(): Promise<OAuthProviderInterface[]> {
    return this.logins.list();
  }

  findLogin(provider: string): Promise<OAuthProviderInterface | undefined> {
    return this.logins.find(provider);
  }

  /** Returns the login of a provider if it is known without loading anything. */
  findKnownLogin(provider: string): OAuthProviderInterface | undefined {
    return this.logins.findKnown(provider);
  }

  async login(provider: string, callbacks: OAuthLoginCallbacks): Promise<void> {
    const oauth = await this.logins.find(provider);
    if (!oauth) {
      const known = (await this.logins.list()).map(({ id }) => id);
      throw new ConfigError("invalid-input", `${provider} has no login. Known: ${known.join(", ")}`);
    }
    const credentials = await oauth.login(callbacks);
    // Some logins ask for an API key and return it as such.
    await this.keepLogin(provider, isKey(credentials) ? credentials : { ...credentials, type: "oauth" });
  }

  /** Stores the credential that a login returned. */
  async keepLogin(provider: string, credential: Credential): Promise<void> {
    const keep: EntryChange = (stored) => (stored.length > 1 ? stored.with(0, credential) : credential);
    await this.backend.exclusively(provider, async () => this.backend.change(provider, keep));
    this.failures.delete(provider);
  }

  logout(provider: string): Promise<void> {
    return this.delete(provider);
  }

  /** Returns why the last renewal failed, if it did. */
  getLoginError(provider: string): Error | undefined {
    return this.failures.get(provider);
  }

  diagnostics(): readonly FileDiagnostic[] {
    return this.backend.load().diagnostics;
  }

  /** Resolves to `"none"` when nothing usable is stored, and to `undefined` when a stored login could not be renewed. */
  private async storedKey(provider: string, request: ApiKeyRequest): Promise<string | undefined | "none"> {
    const entries = this.entriesOf(provider);
    let result: string | undefined | "none" = "none";
    for (const index of this.inOrder(provider, entries, request.sessionId)) {
      const entry = entries[index];
      if (!entry) continue;
      const key =
        entry.type === "oauth" ? await this.freshOAuthKey(provider, index, entry, request) : await resolveStored(entry);
      if (key !== undefined) return key;
      if (entry.type === "oauth") result = undefined;
    }
    return result;
  }

  /** Orders the credentials: suspended ones last, and keys before logins. */
  private inOrder(provider: string, entries: readonly Credential[], sessionId?: string): number[] {
    const rank = (index: number) =>
      (this.rotation.isResting(provider, index) ? 2 : 0) + (entries[index]?.type === "oauth" ? 1 : 0);
    return this.rotation.order(provider, entries.length, sessionId).sort((a, b) => rank(a) - rank(b));
  }

  private async freshOAuthKey(
    provider: string,
    index: number,
    credential: OAuthCredential,
    { signal, minValidityMs = FIVE_MINUTES_MS }: ApiKeyRequest,
  ): Promise<string | undefined> {
    const oauth = await this.logins.find(provider);
    if (!oauth) return undefined;
    const isFresh = ({ expires }: OAuthCredential) => expires - this.now() > minValidityMs;
    if (isFresh(credential)) return oauth.getApiKey(credential);
    try {
      const renewed = await this.modifyAt(
        provider,
        index,
        async (current) => {
          // Another process may have renewed the login while this one waited for the lock.
          if (current?.type !== "oauth" || isFresh(current)) return undefined;
          return { ...current, ...(await oauth.refreshToken(current, signal)), type: "oauth" };
        },
        signal && { signal },
      );
      this.failures.delete(provider);
      return renewed?.type === "oauth" ? oauth.getApiKey(renewed) : undefined;
    } catch (cause) {
      this.failures.set(provider, cause instanceof Error ? cause : new Error(String(cause)));
      return credential.expires > this.now() ? oauth.getApiKey(credential) : undefined;
    }
  }

  private async modifyAt(
    provider: string,
    index: number,
    change: (current: Credential | undefined) => Promise<Credential | undefined>,
    options?: AuthOperationOptions,
  ): Promise<Credential | undefined> {
    const run = async () => {
      const current = this.entriesOf(provider)[index];
      const next = await change(current);
      if (!next) return current;
      let kept: readonly Credential[] = [];
      this.backend.change(provider, (stored) => {
        kept = replaceCredential(stored, current, next);
        return kept.length > 1 ? [...kept] : kept[0];
      });
      return kept.includes(next) ? next : kept[0];
    };
    return this.backend.exclusively(provider, run, options);
  }

  /** Values stored for the provider take precedence over those of the process environment. */
  private environmentOf(provider: string): EnvironmentKey | undefined {
    return this.environment(provider, this.getProviderEnv(provider));
  }

  private async oauthKey(provider: string, credential: OAuthCredential): Promise<string | undefined> {
    return (await this.logins.find(provider))?.getApiKey(credential);
  }

  private entriesOf(provider: string): Credential[] {
    return entriesIn(this.backend.load().data, provider);
  }
}

/** Keeps a credential that was stored or removed while the change was being made, because it is newer than `current`. */
function replaceCredential(
  stored: readonly Credential[],
  current: Credential | undefined,
  next: Credential,
): readonly Credential[] {
  if (!current) return [...stored, next];
  // Both come from the same file, so equal entries serialise to equal text.
  const at = stored.findIndex((entry) => JSON.stringify(entry) === JSON.stringify(current));
  return at < 0 ? stored : stored.with(at, next);
}

function environmentKey(provider: string, env?: Readonly<Record<string, string>>): EnvironmentKey | undefined {
  const value = getEnvApiKey(provider, env);
  const variable = findEnvKeys(provider, env)?.[0];
  const name = variable ?? "credentials of this machine";
  return value === undefined ? undefined : { name, value, isPlatform: isPlatformCredential(variable) };
}

function isKey(credentials: object): credentials is Extract<Credential, { type: "api_key" }> {
  return "type" in credentials && credentials.type === "api_key";
}

function isConfigured(credential: Credential): boolean {
  if (credential.type === "oauth") return true;
  return credential.key !== undefined && isConfigValueConfigured(credential.key, credential.env);
}

async function resolveStored({ key, env }: Extract<Credential, { type: "api_key" }>): Promise<string | undefined> {
  return key === undefined ? undefined : resolveConfigValue(key, { cache: true, ...(env ? { env } : {}) });
}

const FIVE_MINUTES_MS = 5 * 60_000;
const DEFAULT_REST_MS = 60_000;
/** The server may ask for no wait at all, but it did refuse this key, so the next request uses another one. */
const SHORTEST_REST_MS = 250;
