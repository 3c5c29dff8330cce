import type { ModelRegistry } from "../../models/index.ts";
import { ProviderRegistrations } from "../../models/provider-registrations.ts";
import { isOffline } from "../../process/offline.ts";
import type { ExtensionContext, ExtensionVirtualModel, NativeProvider, ProviderConfig } from "../contract/index.ts";

/** Where providers of extensions take effect. Each function returns one that takes the registration back. */
export interface ProviderTarget {
  register(name: string, config: ProviderConfig, extensionPath: string): () => void;
  registerNative(provider: NativeProvider, extensionPath: string): () => void;
  registerVirtualModel(model: ExtensionVirtualModel, extensionPath: string): () => void;
  /** Resolves when what providers found out in the background is there, or has taken too long. */
  settled(): Promise<void>;
}

export interface ProviderTargetParts {
  readonly models: ModelRegistry;
  /** For routers. Throws before there is a session. */
  readonly createContext: () => ExtensionContext;
  readonly report: (extensionPath: string, event: string, error: unknown) => void;
}

/** A provider that asks a server for its models may hold up the start this long; what comes later is taken when it comes. */
const LONGEST_WAIT_MS = 2_000;

/** Brings the providers of extensions into the registry of models. */
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
