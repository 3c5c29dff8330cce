import type { ModelProvider, OAuthAuth, ProviderAuth } from "@tau/ai";
import type { ModelRegistry } from "./model-registry.ts";

/** One provider of a registry, with all that is laid over it. Its requests carry the registry's credentials. */
export function createProviderView(models: ModelRegistry, id: string): ModelProvider {
  const config = models.getRegisteredProviderConfig(id);
  const baseUrl = models.getModels(id)[0]?.baseUrl ?? config?.baseUrl;
  return {
    id,
    name: models.getProviderDisplayName(id),
    ...(baseUrl ? { baseUrl } : {}),
    ...(config?.headers ? { headers: config.headers } : {}),
    auth: providerAuth(models, id),
    getModels: () => models.getModelsOfType("chat", id),
    getAllModels: () => [
      ...models.getModelsOfType("chat", id),
      ...models.getModelsOfType("image", id),
      ...models.getModelsOfType("classifier", id),
    ],
    stream: (model, context, options) => models.stream(model, context, options),
    streamSimple: (model, context, options) => models.streamSimple(model, context, options),
    fetchDeferred: (model, handle, options) => models.streamDeferred(model, handle, options),
    cancelDeferred: (model, handle, options) => models.cancelDeferred(model, handle, options),
    generateImages: (model, context, options) => models.generateImages(model, context, options),
    classify: (model, context, options) => models.classify(model, context, options),
  };
}

function providerAuth(models: ModelRegistry, id: string): ProviderAuth {
  const name = models.getProviderDisplayName(id);
  const oauth = oauthOf(models, id);
  return {
    apiKey: {
      name: `${name} key`,
      login: async ({ prompt, signal }) => {
        const message = `The key for ${name}`;
        return { type: "api_key", key: await prompt({ type: "secret", message, ...(signal ? { signal } : {}) }) };
      },
      check: async () => {
        const { configured, label } = models.getProviderAuthStatus(id);
        if (!configured && !models.isUsable(id)) return undefined;
        const type = models.isUsingOAuth({ provider: id }) ? "oauth" : "api_key";
        return { type, ...(label === undefined ? {} : { source: label }) };
      },
      resolve: ({ credential, signal }) =>
        models.getProviderAuth(id, {
          signal,
          ...(credential?.key === undefined ? {} : { apiKey: credential.key }),
          ...(credential?.env ? { env: credential.env } : {}),
        }),
    },
    ...(oauth ? { oauth } : {}),
  };
}

function oauthOf(models: ModelRegistry, id: string): OAuthAuth | undefined {
  const login = models.authStorage.findKnownLogin(id);
  if (!login) return undefined;
  const { isSubscription } = models.getRegisteredProviderConfig(id)?.oauth ?? {};
  return {
    name: login.name,
    ...(isSubscription === undefined ? {} : { isSubscription }),
    login: async (interaction) => {
      const { loginCallbacks } = await import("../auth/login-interaction.ts");
      return { ...(await login.login(loginCallbacks(interaction))), type: "oauth" };
    },
    refresh: async (credential, signal) => ({ ...(await login.refreshToken(credential, signal)), type: "oauth" }),
    toAuth: async (credential) => ({ apiKey: login.getApiKey(credential) }),
  };
}
