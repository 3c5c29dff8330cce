import { type Api, registerApiProvider, unregisterApiProviders } from "@tau/ai";
import type { ModelRegistry } from "../../models/index.ts";
import type { ExtensionContext, ProviderActions, ProviderConfig, RefreshModelsContext } from "../contract/index.ts";
import { NativeProviders } from "./native-providers.ts";

export interface ProviderActionParts {
  readonly models: ModelRegistry;
  /** For routers. Throws before there is a session. */
  readonly createContext: () => ExtensionContext;
  readonly report: (extensionPath: string, event: string, error: unknown) => void;
}

/** A provider that asks a server for its models may hold up the start this long; what comes later is taken when it comes. */
const LONGEST_WAIT_MS = 2_000;

/** Brings the providers of extensions into the registry of models, with their login and their own streaming; takes them back as well. */
export function providerActions({ models, createContext, report }: ProviderActionParts): ProviderActions {
  const natives = new NativeProviders(models.authStorage);
  const pending = new Set<Promise<void>>();
  const inBackground = (extensionPath: string, work: Promise<void>) => {
    const done = work.catch((error: unknown) => report(extensionPath, "register_provider", error));
    pending.add(done);
    void done.then(() => pending.delete(done));
  };
  return {
    registerProvider(name, config, extensionPath) {
      register(models, name, config);
      const { refreshModels } = config;
      if (!refreshModels) return;
      const refresh = async () => {
        const found = await refreshModels.call(config, refreshContext(models, name));
        register(models, name, { ...config, models: found });
      };
      inBackground(extensionPath, refresh());
    },
    registerNativeProvider(provider, extensionPath) {
      natives.add(provider);
      register(models, provider.id, natives.config(provider));
      const update = async () => {
        await natives.update(provider, new AbortController().signal);
        register(models, provider.id, natives.config(provider));
      };
      inBackground(extensionPath, update());
    },
    unregisterProvider(name) {
      models.unregisterProvider(name);
      models.authStorage.unregisterOAuthProvider(name);
      natives.remove(name);
      unregisterApiProviders(sourceId(name));
    },
    registerVirtualModel: ({ route, ...definition }) =>
      models.registerVirtualModel({ ...definition, route: async (request) => await route(request, createContext()) }),
    unregisterVirtualModel: (provider, id) => models.unregisterVirtualModel(provider, id),
    settled: async () => {
      if (pending.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, LONGEST_WAIT_MS);
      await Promise.race([Promise.all(pending), promise]);
      clearTimeout(timer);
    },
  };
}

function register(models: ModelRegistry, name: string, config: ProviderConfig): void {
  const { streamSimple, stream = streamSimple, oauth, refreshModels: _, ...known } = config;
  const api = streamSimple ? ownApi(name, config) : config.api;
  unregisterApiProviders(sourceId(name));
  if (streamSimple && stream && api) registerApiProvider({ api, stream, streamSimple }, sourceId(name));
  if (oauth) models.authStorage.registerOAuthProvider({ ...oauth, id: name });
  models.registerProvider(name, { ...known, ...(api ? { api } : {}) });
}

/** Lists are asked for at each start; nothing of them is stored. */
function refreshContext(models: ModelRegistry, provider: string): RefreshModelsContext {
  const credential = models.authStorage.get(provider);
  return {
    signal: new AbortController().signal,
    allowNetwork: true,
    ...(credential ? { credential } : {}),
    publish: async ({ update }) => {
      update?.();
      return true;
    },
  };
}

/** A protocol that the extension names may be one of ours; its own code must not answer for the others. */
function ownApi(name: string, { api, models = [] }: ProviderConfig): Api {
  return api ?? models.find((model) => model.api)?.api ?? name;
}

function sourceId(provider: string): string {
  return `extension-provider:${provider}`;
}
