import type { ModelRegistry } from "../../core/models/index.ts";

export interface AuthState {
  readonly status: "ready" | "not_ready" | "invalid";
  readonly provider: string;
  readonly reason?: "provider_not_found" | "credentials_not_configured" | "credential_not_available";
  readonly authType?: "api_key" | "oauth";
  /** Where the credential comes from. */
  readonly source?: string;
  readonly credential?: string;
}

/** Whether a request to the provider would have a credential now. Commands are run and logins renewed to find out, unless told not to. */
export async function checkAuth(
  models: ModelRegistry,
  provider: string,
  { refresh }: { readonly refresh: boolean },
): Promise<AuthState> {
  if (!models.getProviders().includes(provider)) return { status: "invalid", provider, reason: "provider_not_found" };
  const { configured, source, label } = models.getProviderAuthStatus(provider);
  if (!configured) return { status: "not_ready", provider, reason: "credentials_not_configured" };
  const authType = models.authStorage.isUsingOAuth(provider) ? "oauth" : "api_key";
  const from = label ?? source;
  const known = { provider, authType, ...(from ? { source: from } : {}) } as const;
  const credential = await resolve(models, provider, refresh);
  if (credential === undefined) return { status: "not_ready", ...known, reason: "credential_not_available" };
  return { status: "ready", ...known, credential };
}

async function resolve(models: ModelRegistry, provider: string, refresh: boolean): Promise<string | undefined> {
  if (refresh) return await models.getApiKeyForProvider(provider);
  const stored = models.authStorage.get(provider);
  if (stored?.type === "oauth" && stored.expires <= Date.now()) return undefined;
  return await models.authStorage.getApiKey(provider, { minValidityMs: Number.NEGATIVE_INFINITY });
}
