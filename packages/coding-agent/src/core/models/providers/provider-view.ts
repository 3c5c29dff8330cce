import type { ModelProvider, ProviderAuth } from "@tau/ai";
import type { ModelRegistry } from "../model-registry.ts";

/** Returns one provider of a registry, with registrations and models.json applied. Its requests use the registry's credentials. */
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

/** Describes how to log in, as far as it is known synchronously. The code of the login is loaded when it runs. */
function providerAuth(models: ModelRegistry, id: string): ProviderAuth {
  const load = () => import("./provider-auth.ts");
  const login = models.authStorage.findKnownLogin(id);
  const { isSubscription } = models.getRegisteredProviderConfig(id)?.oauth ?? {};
  return {
    apiKey: {
      name: `${models.getProviderDisplayName(id)} key`,
      login: async (interaction) => (await load()).askForKey(models, id, interaction),
      check: async () => (await load()).checkAuth(models, id),
      resolve: async (input) => (await load()).resolveAuth(models, id, input),
    },
    ...(login && {
      oauth: {
        name: login.name,
        ...(isSubscription === undefined ? {} : { isSubscription }),
        login: async (interaction) => (await load()).signIn(login, interaction),
        refresh: async (credential, signal) => ({ ...(await login.refreshToken(credential, signal)), type: "oauth" }),
        toAuth: async (credential) => ({ apiKey: login.getApiKey(credential) }),
      },
    }),
  };
}
