import type { OAuthCredentials } from "../auth/oauth/types.ts";

/** What one request is sent with. */
export interface ModelAuth {
  apiKey?: string;
  headers?: Record<string, string | null>;
  baseUrl?: string;
}

export interface ApiKeyCredential {
  type: "api_key";
  key?: string;
  /** Further values the provider asks for, such as an account id. */
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

/** One credential per provider. `modify` is the only way to write: nothing comes between its reading and its writing. */
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

/** What credentials may look at outside themselves. */
export interface AuthContext {
  env(name: string): Promise<string | undefined>;
  fileExists(path: string): Promise<boolean>;
}

export interface AuthResult {
  auth: ModelAuth;
  env?: Record<string, string>;
  /** Where it comes from, for a status line. */
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
  /** Like `resolve`, without doing anything. */
  check?(input: ResolveInput): Promise<AuthCheck | undefined>;
  /** `undefined` means: not configured. */
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

/** What one request brings along in place of what the collection would find. */
export interface AuthResolutionOverrides extends AuthOperationOptions {
  apiKey?: string;
  env?: Record<string, string>;
  /** How long a sign-in must still hold (default five minutes). */
  minOAuthValidityMs?: number;
}
