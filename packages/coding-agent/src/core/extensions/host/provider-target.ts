import type { ModelRegistry } from "../../models/index.ts";
import { ProviderRegistrations } from "../../models/providers/provider-registrations.ts";
import { isOffline } from "../../process/offline.ts";
import type { ExtensionContext, ExtensionVirtualModel, NativeProvider, ProviderConfig } from "../contract/index.ts";

/** Receives the providers of extensions. Each method returns a function that reverts the registration. */
export interface ProviderTarget {
  register(name: string, config: ProviderConfig, extensionPath: string): () => void;
  registerNative(provider: NativeProvider, extensionPath: string): () => void;
  registerVirtualModel(model: ExtensionVirtualModel, extensionPath: string): () => void;
  /** Resolves when the providers have finished their background discovery, or when it has taken too long. */
  settled(): Promise<void>;
}

export interface ProviderTargetParts {
  readonly models: ModelRegistry;
  /** Creates the context for routers. Throws if there is no session yet. */
  readonly createContext: () => ExtensionContext;
  readonly report: (extensionPath: string, event: string, error: unknown) => void;
}

/** How long a provider that asks a server for its models may delay the start. Models that arrive later are added then. */
const LONGEST_WAIT_MS = 2_000;

/** Registers the providers of extensions in the model registry. */
export function modelRegistryTarget({ models, createContext, report }: ProviderTargetParts): ProviderTarget {
  const registrations = ProviderRegistrations.of(models);
  const pending = new Set<Promise<void>>();
  const update = (name: string, extensionPath: string) => {
    const failed = (error: unknown) => report(extensionPath, "register_provider", error);
    const done = registrations.update(name, { allowNetwork: !isOffline() }).catch(failed);
    pending.add(done);
    void done.then(() => pending.delete(done));
  };
  return {
    register(name, config, extensionPath) {
      const unregister = registrations.register(name, config);
      if (config.refreshModels) update(name, extensionPath);
      return unregister;
    },
    registerNative(provider, extensionPath) {
      const unregister = registrations.registerNative(provider);
      update(provider.id, extensionPath);
      return unregister;
    },
    registerVirtualModel: ({ route, ...definition }) =>
      registrations.registerVirtualModel({
        ...definition,
        route: async (request) => await route(request, createContext()),
      }),
    settled: async () => {
      if (pending.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, LONGEST_WAIT_MS);
      await Promise.race([Promise.all(pending), promise]);
      clearTimeout(timer);
    },
  };
}
