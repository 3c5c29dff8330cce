import type { ApiKeyAuth, ApiKeyCredential, AuthCheck, AuthInteraction, AuthResult, OAuthCredential } from "@tau/ai";
import type { OAuthProvider } from "../../auth/index.ts";
import type { ModelRegistry } from "../model-registry.ts";

export async function askForKey(
  models: ModelRegistry,
  id: string,
  { prompt, signal }: AuthInteraction,
): Promise<ApiKeyCredential> {
  const message = `The key for ${models.getProviderDisplayName(id)}`;
  return { type: "api_key", key: await prompt({ type: "secret", message, ...(signal ? { signal } : {}) }) };
}

/** Returns which kind of credentials there is, or `undefined` if there are none. Renews nothing. */
export function checkAuth(models: ModelRegistry, id: string): AuthCheck | undefined {
  const { configured, label } = models.getProviderAuthStatus(id);
  if (!configured && !models.isUsable(id)) return undefined;
  const type = models.isUsingOAuth({ provider: id }) ? "oauth" : "api_key";
  return { type, ...(label === undefined ? {} : { source: label }) };
}

export function resolveAuth(
  models: ModelRegistry,
  id: string,
  { credential, signal }: Parameters<ApiKeyAuth["resolve"]>[0],
): Promise<AuthResult | undefined> {
  return models.getProviderAuth(id, {
    signal,
    ...(credential?.key === undefined ? {} : { apiKey: credential.key }),
    ...(credential?.env ? { env: credential.env } : {}),
  });
}

export async function signIn(login: OAuthProvider, interaction: AuthInteraction): Promise<OAuthCredential> {
  const { loginCallbacks } = await import("@tau/ai/oauth");
  return { ...(await login.login(loginCallbacks(interaction))), type: "oauth" };
}
