import type { AuthResolutionOverrides, Model } from "@tau/ai";
import { ownValue } from "@tau/ai";
import {
  type AuthStorage,
  isCommandConfigValue,
  isConfigValueConfigured,
  type KeySource,
  resolveConfigValue,
  resolveHeaders,
} from "../../auth/index.ts";
import type { ModelsJsonProvider } from "../models-schema.ts";
import type { ProviderConfig } from "../providers/compose-provider.ts";

export type ResolvedRequestAuth =
  | {
      ok: true;
      apiKey?: string;
      headers?: Record<string, string | null>;
      /** Address that serves this account. */
      baseUrl?: string;
      env?: Record<string, string>;
    }
  | { ok: false; error: string };

/** Credentials and options that a request sets explicitly; they override those that would be found. */
export interface AuthRequest extends AuthResolutionOverrides {
  /** Pins one of several credentials to a session. */
  sessionId?: string;
  /** Without a key, the request goes as it is if nothing says where a key would come from. */
  isKeyOptional?: boolean;
}

/** The places where keys and headers of a provider may be configured. */
export interface RequestAuthParts {
  readonly auth: AuthStorage;
  readonly file: (provider: string) => ModelsJsonProvider | undefined;
  readonly extension: (provider: string) => ProviderConfig | undefined;
  readonly needsNoKey: (provider: string) => boolean;
  readonly displayName: (provider: string) => string;
}

/** Resolves what a request carries: the current key, and the headers that models.json and extensions define. */
export class RequestAuth {
  private readonly parts: RequestAuthParts;

  constructor(parts: RequestAuthParts) {
    this.parts = parts;
  }

  async resolve({ provider, id }: Pick<Model, "provider" | "id">, request: AuthRequest): Promise<ResolvedRequestAuth> {
    const { auth, extension, needsNoKey } = this.parts;
    const found = await extension(provider)?.requestAuth?.resolve(request);
    const { auth: own = {}, env: ownEnv } = found ?? {};
    const isOwn = Object.keys(own).length > 0;
    const given = request.apiKey ?? own.apiKey;
    const apiKey = given ?? (isOwn ? undefined : await auth.getApiKey(provider, keyRequest(request)));
    const mayLackKey = needsNoKey(provider) || (request.isKeyOptional === true && !this.expectsKey(provider));
    if (apiKey === undefined && !isOwn && !mayLackKey) {
      return { ok: false, error: this.missingKeyMessage(provider) };
    }
    const storedEnv = auth.getProviderEnv(provider);
    const env = storedEnv || ownEnv || request.env ? { ...storedEnv, ...ownEnv, ...request.env } : undefined;
    const headers = { ...own.headers, ...(await this.headersFor(provider, id, apiKey)) };
    return {
      ok: true,
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(Object.keys(headers).length > 0 ? { headers } : {}),
      ...(own.baseUrl ? { baseUrl: own.baseUrl } : {}),
      ...(env ? { env } : {}),
    };
  }

  /** The keys in models.json. */
  readonly fileKeys: KeySource = {
    resolve: (provider) => resolveKey(this.parts.file(provider)?.apiKey),
    status: (provider) => {
      const value = this.parts.file(provider)?.apiKey;
      if (value === undefined || !isConfigValueConfigured(value)) return { configured: false };
      return { configured: true, source: isCommandConfigValue(value) ? "models_json_command" : "models_json_key" };
    },
  };

  /** The keys that extensions bring with their providers. */
  readonly extensionKeys: KeySource = {
    resolve: (provider) => resolveKey(this.parts.extension(provider)?.apiKey),
    status: (provider) => {
      const value = this.parts.extension(provider)?.apiKey;
      if (value === undefined || !isConfigValueConfigured(value)) return { configured: false };
      return { configured: true, source: "fallback" };
    },
  };

  private async headersFor(provider: string, id: string, apiKey: string | undefined): Promise<Record<string, string>> {
    const file = this.parts.file(provider);
    const extension = this.parts.extension(provider);
    const raw = {
      ...extension?.headers,
      ...extension?.models?.find((model) => model.id === id)?.headers,
      ...file?.headers,
      ...file?.models?.find((model) => model.id === id)?.headers,
      ...ownValue(file?.modelOverrides, id)?.headers,
    };
    const bearer = (file?.authHeader ?? extension?.authHeader) && apiKey ? { Authorization: `Bearer ${apiKey}` } : {};
    return { ...bearer, ...(await resolveHeaders(raw)) };
  }

  /** Whether something says where the provider's key comes from, or that it has one. */
  private expectsKey(provider: string): boolean {
    const { auth, file, extension } = this.parts;
    const configs = [file(provider), extension(provider)];
    return (
      configs.some((config) => config?.apiKey !== undefined || config?.authHeader === true) ||
      auth.get(provider) !== undefined
    );
  }

  /** Returns the file with the command that should have given the key. */
  private failedCommand(provider: string): string | undefined {
    const stored = this.parts.auth.get(provider);
    if (stored?.type === "api_key" && isCommandConfigValue(stored.key ?? "")) return "auth.json";
    return isCommandConfigValue(this.parts.file(provider)?.apiKey ?? "") ? "models.json" : undefined;
  }

  private missingKeyMessage(provider: string): string {
    const cause = this.parts.auth.getLoginError(provider);
    const name = this.parts.displayName(provider);
    if (cause) return `The login to ${name} could not be renewed (${cause.message}). Log in again with /login.`;
    const silent = this.failedCommand(provider);
    if (silent) return `The command for the key of ${name} in ${silent} failed or printed nothing. Run it in a shell.`;
    return `No key for ${name}. Set its environment variable, log in with /login, or pass --api-key.`;
  }
}

function keyRequest({ sessionId, signal, minOAuthValidityMs }: AuthRequest) {
  return {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(signal ? { signal } : {}),
    ...(minOAuthValidityMs === undefined ? {} : { minValidityMs: minOAuthValidityMs }),
  };
}

async function resolveKey(value: string | undefined): Promise<string | undefined> {
  return value === undefined ? undefined : await resolveConfigValue(value);
}
