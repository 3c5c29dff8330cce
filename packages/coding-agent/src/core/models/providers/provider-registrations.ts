import { dirname, join } from "node:path";
import {
  type Api,
  getApiProvider,
  InMemoryModelsStore,
  type ModelsRefreshOptions,
  type ModelsRefreshResult,
  type ModelsStore,
  type RefreshModelsContext,
  registerApiProvider,
  unregisterApiProviders,
  untilAborted,
} from "@tau/ai";
import { LayeredMap } from "../../layers/layered-map.ts";
import { ModelError } from "../model-error.ts";
import type { ModelRegistry } from "../model-registry.ts";
import { ModelsStoreFile } from "../models-store-file.ts";
import type { VirtualModelDefinition } from "../virtual/virtual-model.ts";
import { mergeConfigs, type ProviderConfig, type ProviderModelConfig } from "./compose-provider.ts";
import { type NativeProvider, NativeProviders } from "./native-providers.ts";

type ProviderLayer = { readonly config: ProviderConfig } | { readonly native: NativeProvider };

/** Manages the providers that code adds to a registry, with their logins and their own streaming, and removes them again. */
export class ProviderRegistrations {
  private readonly models: ModelRegistry;
  private readonly refreshing = new Map<string, ProviderConfig>();
  /** The last list that a provider returned, keyed by its `refreshModels` function. */
  private readonly fetched = new WeakMap<object, readonly ProviderModelConfig[]>();
  private readonly store: ModelsStore;
  /** Registrations by provider name, the lowest layer first. */
  private readonly layers = new Map<string, readonly ProviderLayer[]>();
  private readonly virtual = new LayeredMap<string, VirtualModelDefinition>();
  readonly natives: NativeProviders;

  private constructor(models: ModelRegistry, store: ModelsStore) {
    this.models = models;
    this.store = store;
    this.natives = new NativeProviders(models.authStorage, store);
    for (const name of models.getRegisteredProviderIds()) {
      const config = models.getRegisteredProviderConfig(name);
      if (config) this.layers.set(name, [{ config }]);
    }
    models.registrar = this;
  }

  /**
   * Returns the registrations of a registry, which all extensions and programs that use it share. The first caller may
   * choose where fetched lists are stored.
   */
  static of(models: ModelRegistry, store?: ModelsStore): ProviderRegistrations {
    const known = registrations.get(models) ?? new ProviderRegistrations(models, store ?? storeBeside(models));
    registrations.set(models, known);
    return known;
  }

  /**
   * Registers a provider. It covers a built-in provider of that name and changes one that was registered before: fields
   * that are not named stay. Returns a function that removes the registration and restores what it covered.
   */
  register(name: string, config: ProviderConfig): () => void {
    const unregister = this.cover(name, { config });
    const lost = config.models && this.modelWithoutAddress(name);
    if (lost === undefined) return unregister;
    unregister();
    throw new ModelError(
      "invalid-model",
      `Provider "${name}" has no address for its model "${lost}". Give the provider or the model a "baseUrl", or the provider a "streamSimple".`,
    );
  }

  registerNative(provider: NativeProvider): () => void {
    return this.cover(provider.id, { native: provider });
  }

  registerVirtualModel(definition: VirtualModelDefinition): () => void {
    const { provider, id } = definition;
    const name = `${provider}/${id}`;
    this.models.registerVirtualModel(definition);
    const remove = this.virtual.add(name, definition);
    return () => {
      remove();
      const below = this.virtual.get(name);
      if (below) this.models.registerVirtualModel(below);
      else this.models.unregisterVirtualModel(provider, id);
    };
  }

  /** Removes all registrations of that name. */
  unregister(name: string): void {
    this.layers.delete(name);
    this.clear(name);
  }

  /** Asks one provider for its current models. Rejects if that fails; the earlier list stays then. */
  async update(name: string, options: ModelsRefreshOptions = {}): Promise<void> {
    const config = this.refreshing.get(name);
    if (config?.refreshModels) {
      const found = await config.refreshModels(await this.refreshContext(name, options));
      this.fetched.set(config.refreshModels, found);
      if (this.refreshing.get(name) === config) this.apply(name, { ...config, models: found });
    }
    const native = this.natives.get(name);
    if (!native) return;
    const { errors } = await this.natives.update(name, options);
    if (this.natives.get(name) === native) this.apply(name, this.natives.config(native));
    const error = errors.get(name);
    if (error) throw error;
  }

  /**
   * Asks all providers, or the named ones, in parallel. Failures are part of the result. A provider that ignores an
   * abort is not waited for.
   */
  async refresh(options: ModelsRefreshOptions = {}): Promise<ModelsRefreshResult> {
    const { providers, signal = new AbortController().signal } = options;
    const all = new Set([...this.refreshing.keys(), ...this.natives.ids()]);
    const asked = [...all].filter((name) => providers?.includes(name) ?? true);
    const errors = new Map<string, Error>();
    const update = async (name: string) => {
      try {
        await untilAborted(this.update(name, options), signal);
      } catch (cause) {
        if (!signal.aborted) errors.set(name, cause instanceof Error ? cause : new Error(String(cause)));
      }
    };
    await Promise.all(asked.map(update));
    return { aborted: signal.aborted, errors };
  }

  /** Returns the id of a model that no request could reach: neither code nor an address of the provider belongs to it. */
  private modelWithoutAddress(name: string): string | undefined {
    const isReached = this.models.isInCatalogue(name) || this.models.getRegisteredProviderConfig(name)?.streamSimple;
    return isReached ? undefined : this.models.getModels(name).find(({ baseUrl }) => !baseUrl)?.id;
  }

  private cover(name: string, layer: ProviderLayer): () => void {
    this.change(name, [...(this.layers.get(name) ?? []), layer]);
    return () => {
      const layers = this.layers.get(name) ?? [];
      if (layers.includes(layer))
        this.change(
          name,
          layers.filter((other) => other !== layer),
        );
    };
  }

  /**
   * Applies the layers. A provider object on top replaces everything below it; a configuration on top is merged with
   * those below it, down to the next provider object.
   */
  private change(name: string, layers: readonly ProviderLayer[]): void {
    const before = this.layers.get(name)?.at(-1);
    const top = layers.at(-1);
    if (layers.length > 0) this.layers.set(name, layers);
    else this.layers.delete(name);
    if (top === before && (!top || "native" in top)) return;
    if (before) this.clear(name);
    if (!top) return;
    if ("native" in top) {
      this.natives.add(top.native);
      this.apply(name, this.natives.config(top.native));
    } else {
      const config = this.merge(layers);
      if (config.refreshModels) this.refreshing.set(name, config);
      this.apply(name, config);
    }
  }

  private merge(layers: readonly ProviderLayer[]): ProviderConfig {
    const above = layers.slice(layers.findLastIndex((layer) => "native" in layer) + 1);
    const configs = above.flatMap((layer) => ("config" in layer ? layer.config : []));
    return mergeConfigs(...configs.map((config) => ({ ...config, ...this.lastFetched(config) })));
  }

  private lastFetched({ refreshModels }: ProviderConfig): Pick<ProviderConfig, "models"> {
    const models = refreshModels && this.fetched.get(refreshModels);
    return models ? { models } : {};
  }

  private clear(name: string): void {
    this.refreshing.delete(name);
    this.natives.remove(name);
    this.models.setProvider(name, undefined);
    this.models.authStorage.unregisterOAuthProvider(name);
    unregisterApiProviders(sourceId(name));
  }

  private apply(name: string, config: ProviderConfig): void {
    const { streamSimple, stream = streamSimple, fetchDeferred, cancelDeferred, oauth } = config;
    const api = streamSimple ? ownApi(name, config) : config.api;
    unregisterApiProviders(sourceId(name));
    // Requests of this registry find the provider's streaming there. A protocol that only this provider has is also
    // registered globally, for callers that ask for it by name.
    const isOthers = api && !ownApis.has(api) && getApiProvider(api) !== undefined;
    if (streamSimple && stream && api && !isOthers) {
      ownApis.add(api);
      const deferred = { ...(fetchDeferred && { fetchDeferred }), ...(cancelDeferred && { cancelDeferred }) };
      registerApiProvider({ api, stream, streamSimple, ...deferred }, sourceId(name));
    }
    if (oauth) this.models.authStorage.registerOAuthProvider({ ...oauth, id: name });
    this.models.setProvider(name, { ...config, ...(api ? { api } : {}) });
  }

  /** Builds the context of a refresh. Lists are requested at each start; the provider decides what to store. */
  private async refreshContext(name: string, options: ModelsRefreshOptions): Promise<RefreshModelsContext> {
    const { signal = new AbortController().signal, allowNetwork = true, force } = options;
    const { store, refreshing } = this;
    const config = refreshing.get(name);
    const credential = this.models.authStorage.get(name);
    const stored = await store.read(name);
    return {
      signal,
      allowNetwork,
      ...(force === undefined ? {} : { force }),
      ...(stored ? { stored } : {}),
      ...(credential ? { credential } : {}),
      publish: async ({ persist, update }) => {
        if (refreshing.get(name) !== config || signal.aborted) return false;
        if (persist) await store.write(name, persist);
        else if (persist === null) await store.delete(name);
        update?.();
        return true;
      },
    };
  }
}

function storeBeside({ modelsPath }: ModelRegistry): ModelsStore {
  return modelsPath ? new ModelsStoreFile(join(dirname(modelsPath), "models-store.json")) : new InMemoryModelsStore();
}

const registrations = new WeakMap<ModelRegistry, ProviderRegistrations>();

/** Protocols that registered providers brought. */
const ownApis = new Set<Api>();

function ownApi(name: string, { api, models = [] }: ProviderConfig): Api {
  return api ?? models.find((model) => model.api)?.api ?? name;
}

function sourceId(provider: string): string {
  return `extension-provider:${provider}`;
}
