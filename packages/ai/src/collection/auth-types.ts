import type { OAuthCredentials } from "../auth/oauth/types.ts";

/** The authentication of one request. */
export interface ModelAuth {
  apiKey?: string;
  headers?: Record<string, string | null>;
  baseUrl?: string;
}

export interface ApiKeyCredential {
  type: "api_key";
  key?: string;
  /** Further values that the provider needs, such as an account id. */
  env?: Record<string, string>;
}

export interface OAuthCredential extends OAuthCredentials {
  type: "oauth";
}

export type Credential = ApiKeyCredential | OAuthCredential;
export type AuthType = Credential["type"];

export interface CredentialInfo {
  providerId: string;
  type: AuthType;
}

export interface AuthOperationOptions {
  signal?: AbortSignal;
}

/** Stores one credential per provider. `modify` is the only way to write: it reads and writes atomically. */
export interface CredentialStore {
  read(providerId: string, options?: AuthOperationOptions): Promise<Credential | undefined>;
  list(options?: AuthOperationOptions): Promise<readonly CredentialInfo[]>;
  modify(
    providerId: string,
    change: (current: Credential | undefined) => Promise<Credential | undefined>,
    options?: AuthOperationOptions,
  ): Promise<Credential | undefined>;
  delete(providerId: string, options?: AuthOperationOptions): Promise<void>;
}

/** The access to the outside that credentials have. */
export interface AuthContext {
  env(name: string): Promise<string | undefined>;
  fileExists(path: string): Promise<boolean>;
}

export interface AuthResult {
  auth: ModelAuth;
  env?: Record<string, string>;
  /** The source of the credential, for a status line. */
  source?: string;
}

export interface AuthCheck {
  source?: string;
  type: AuthType;
}

export type AuthPrompt = { signal?: AbortSignal; message: string; placeholder?: string } & (
  | { type: "text" | "secret" | "manual_code" }
  | { type: "select"; options: readonly { id: string; label: string; description?: string }[] }
);

export type AuthEvent =
  | { type: "info"; message: string; links?: readonly { url: string; label?: string }[] }
  | { type: "auth_url"; url: string; instructions?: string }
  | {
      type: "device_code";
      userCode: string;
      verificationUri: string;
      intervalSeconds?: number;
      expiresInSeconds?: number;
    }
  | { type: "progress"; message: string };

export interface AuthInteraction {
  signal?: AbortSignal;
  prompt(prompt: AuthPrompt): Promise<string>;
  notify(event: AuthEvent): void;
}

interface ResolveInput {
  ctx: AuthContext;
  credential?: ApiKeyCredential;
  signal: AbortSignal;
}

export interface ApiKeyAuth {
  name: string;
  login?(interaction: AuthInteraction): Promise<ApiKeyCredential>;
  /** Like `resolve`, without side effects. */
  check?(input: ResolveInput): Promise<AuthCheck | undefined>;
  /** Returns `undefined` if not configured. */
  resolve(input: ResolveInput): Promise<AuthResult | undefined>;
}

export interface OAuthAuth {
  name: string;
  isSubscription?: boolean;
  loginLabel?: string;
  login(interaction: AuthInteraction): Promise<OAuthCredential>;
  refresh(credential: OAuthCredential, signal: AbortSignal): Promise<OAuthCredential>;
  toAuth(credential: OAuthCredential): Promise<ModelAuth>;
}

export interface ProviderAuth {
  apiKey?: ApiKeyAuth;
  oauth?: OAuthAuth;
}

/** Values of one request that override those of the collection. */
export interface AuthResolutionOverrides extends AuthOperationOptions {
  apiKey?: string;
  env?: Record<string, string>;
  /** How long a sign-in must still be valid, in milliseconds (default five minutes). */
  minOAuthValidityMs?: number;
}
