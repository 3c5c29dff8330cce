import type { Api, Model } from "@tau/ai";

/** A key as the user gave it: literal, `$NAME`, or `!command`. */
export interface ApiKeyCredential {
  type: "api_key";
  key?: string;
  /** Further values the provider asks for, such as an account id. */
  env?: Record<string, string>;
}

export interface OAuthCredentials {
  refresh: string;
  access: string;
  /** Milliseconds since 1970. */
  expires: number;
  [key: string]: unknown;
}

export interface OAuthCredential extends OAuthCredentials {
  type: "oauth";
}

export type Credential = ApiKeyCredential | OAuthCredential;

export interface CredentialInfo {
  providerId: string;
  type: Credential["type"];
}

export interface AuthOperationOptions {
  signal?: AbortSignal;
}

/** One credential per provider. `modify` is the only way to write: read, change and write without another in between. */
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

export type AuthSource = "stored" | "runtime" | "environment" | "fallback" | "models_json_key" | "models_json_command";

/** Where a provider's key comes from, found without running anything. `label` names the variable or the method. */
export interface AuthStatus {
  configured: boolean;
  source?: AuthSource;
  label?: string;
}

/** A provider one logs in to. */
export interface OAuthProvider<Callbacks = unknown> {
  readonly id: string;
  readonly name: string;
  /** Whether a sign-in can begin now; without it, a token the user already has is all it can take. Absent: it can. */
  isConfigured?(): boolean;
  login(callbacks: Callbacks): Promise<OAuthCredentials>;
  refreshToken(credentials: OAuthCredentials, signal?: AbortSignal): Promise<OAuthCredentials>;
  getApiKey(credentials: OAuthCredentials): string;
  modifyModels?(models: Model<Api>[], credentials: OAuthCredentials): Model<Api>[];
}
