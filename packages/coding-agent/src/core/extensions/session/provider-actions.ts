import { type Api, type Model, registerApiProvider, unregisterApiProviders } from "@tau/ai";
import type { ModelRegistry } from "../../models/index.ts";
import type { NativeProvider, ProviderActions, ProviderConfig } from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";

/** Brings the providers of extensions into the registry of models, with their login and their own streaming; takes them back as well. */
export function providerActions(models: ModelRegistry): ProviderActions {
  const register = (name: string, config: ProviderConfig) => {
    const { streamSimple, oauth, refreshModels, ...known } = config;
    const api = streamSimple ? ownApi(name, config) : config.api;
    if (streamSimple && api) registerApiProvider({ api, stream: streamSimple, streamSimple }, sourceId(name));
    if (oauth) models.authStorage.registerOAuthProvider({ ...oauth, id: name });
    models.registerProvider(name, { ...known, ...(api ? { api } : {}) });
    if (refreshModels)
      void refreshModels.call(config, { signal: new AbortController().signal }).then(
        (found) => models.registerProvider(name, { ...known, ...(api ? { api } : {}), models: found }),
        () => undefined,
      );
  };
  return {
    registerProvider: register,
    registerNativeProvider: (provider) => register(provider.id, fromNative(provider)),
    unregisterProvider(name) {
      models.unregisterProvider(name);
      models.authStorage.unregisterOAuthProvider(name);
      unregisterApiProviders(sourceId(name));
    },
    registerVirtualModel({ provider, id }) {
      throw new ExtensionHostError(
        "not-available",
        `${provider}/${id}: models that route to others are not supported.`,
      );
    },
    unregisterVirtualModel: () => undefined,
  };
}

/** A protocol that the extension names may be one of ours; its own code must not answer for the others. */
function ownApi(name: string, { api, models = [] }: ProviderConfig): Api {
  return api ?? models.find((model) => model.api)?.api ?? name;
}

function fromNative(provider: NativeProvider): ProviderConfig {
  const { id, name, baseUrl, streamSimple } = provider;
  const models: readonly Model[] = provider.getModels?.() ?? [];
  return {
    ...(name ? { name } : {}),
    ...(baseUrl ? { baseUrl } : {}),
    api: id,
    models: models.map((model) => ({ ...model, api: streamSimple ? id : model.api })),
    ...(streamSimple
      ? { streamSimple: (model, context, options) => streamSimple.call(provider, model, context, options) }
      : {}),
  };
}

function sourceId(provider: string): string {
  return `extension-provider:${provider}`;
}
