import type { ModelRegistry } from "../../models/index.ts";
import { ProviderRegistrations } from "../../models/provider-registrations.ts";
import { isOffline } from "../../process/offline.ts";
import type { ExtensionContext, ProviderActions } from "../contract/index.ts";

export interface ProviderActionParts {
  readonly models: ModelRegistry;
  /** For routers. Throws before there is a session. */
  readonly createContext: () => ExtensionContext;
  readonly report: (extensionPath: string, event: string, error: unknown) => void;
}

/** A provider that asks a server for its models may hold up the start this long; what comes later is taken when it comes. */
const LONGEST_WAIT_MS = 2_000;

/** Brings the providers of extensions into the registry of models; takes them back as well. */
export function providerActions({ models, createContext, report }: ProviderActionParts): ProviderActions {
  const registrations = ProviderRegistrations.of(models);
  const pending = new Set<Promise<void>>();
  const update = (name: string, extensionPath: string) => {
    const failed = (error: unknown) => report(extensionPath, "register_provider", error);
    const done = registrations.update(name, { allowNetwork: !isOffline() }).catch(failed);
    pending.add(done);
    void done.then(() => pending.delete(done));
  };
  return {
    registerProvider(name, config, extensionPath) {
      registrations.register(name, config);
      if (config.refreshModels) update(name, extensionPath);
    },
    registerNativeProvider(provider, extensionPath) {
      registrations.registerNative(provider);
      update(provider.id, extensionPath);
    },
    unregisterProvider: (name) => registrations.unregister(name),
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
