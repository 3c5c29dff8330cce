import { dirname, join } from "node:path";
import {
  type Api,
  InMemoryModelsStore,
  type ModelsRefreshOptions,
  type ModelsRefreshResult,
  type ModelsStore,
  type RefreshModelsContext,
  registerApiProvider,
  unregisterApiProviders,
} from "@tau/ai";
import { LayeredMap } from "../layers/layered-map.ts";
import type { ProviderConfig } from "./compose-provider.ts";
import type { ModelRegistry } from "./model-registry.ts";
import { ModelsStoreFile } from "./models-store-file.ts";
import { type NativeProvider, NativeProviders } from "./native-providers.ts";
import type { VirtualModelDefinition } from "./virtual-model.ts";

type ProviderLayer = { readonly config: ProviderConfig } | { readonly native: NativeProvider };

/** The providers that code has added to a registry, with their sign-in and their own streaming; takes them back as well. */
export class ProviderRegistrations {
  private readonly models: ModelRegistry;
  private readonly refreshing = new Map<string, ProviderConfig>();
  private readonly store: ModelsStore;
  /** By name, the lowest first. */
  private readonly layers = new Map<string, readonly ProviderLayer[]>();
  private readonly virtual = new LayeredMap<string, VirtualModelDefinition>();
  readonly natives: NativeProviders;

  private constructor(models: ModelRegistry, store: ModelsStore) {
    this.models = models;
    this.store = store;
    this.natives = new NativeProviders(models.authStorage, store);
  }

  /** Extensions and programs that share a registry see each other's. Whoever is first may say where fetched lists are kept. */
  static of(models: ModelRegistry, store?: ModelsStore): ProviderRegistrations {
    const known = registrations.get(models) ?? new ProviderRegistrations(models, store ?? storeBeside(models));
    registrations.set(models, known);
    return known;
  }

  /** Covers an earlier provider of that name, a built-in one included. Returns a function that takes it back: what it covered is there again. */
  register(name: string, config: ProviderConfig): () => void {
    return this.cover(name, { config });
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

  /** Takes back all of that name. */
  unregister(name: string): void {
    this.layers.delete(name);
    this.clear(name);
  }

  /** Asks one provider what it offers now. Rejects where it cannot say; the earlier list stays then. */
  async update(name: string, options: ModelsRefreshOptions = {}): Promise<void> {
    const config = this.refreshing.get(name);
    if (config?.refreshModels) {
      const found = await config.refreshModels(await this.refreshContext(name, options));
      if (this.refreshing.get(name) === config) this.apply(name, { ...config, models: found });
    }
    const native = this.natives.get(name);
    if (!native) return;
    const { errors } = await this.natives.update(name, options);
    if (this.natives.get(name) === native) this.apply(name, this.natives.config(native));
    const error = errors.get(name);
    if (error) throw error;
  }

  /** Asks all, or those named, at the same time. What fails is in the result. */
  async refresh(options: ModelsRefreshOptions = {}): Promise<ModelsRefreshResult> {
    const { providers, signal } = options;
    const all = new Set([...this.refreshing.keys(), ...this.natives.ids()]);
    const asked = [...all].filter((name) => providers?.includes(name) ?? true);
    const errors = new Map<string, Error>();
    const update = async (name: string) => {
      try {
        await this.update(name, options);
      } catch (cause) {
        errors.set(name, cause instanceof Error ? cause : new Error(String(cause)));
      }
    };
    await Promise.all(asked.map(update));
    return { aborted: signal?.aborted ?? false, errors };
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

  /** The topmost is in effect. */
  private change(name: string, layers: readonly ProviderLayer[]): void {
    const before = this.layers.get(name)?.at(-1);
    const top = layers.at(-1);
    if (layers.length > 0) this.layers.set(name, layers);
    else this.layers.delete(name);
    if (top === before) return;
    if (before) this.clear(name);
    if (!top) return;
    if ("native" in top) {
      this.natives.add(top.native);
      this.apply(name, this.natives.config(top.native));
    } else {
      if (top.config.refreshModels) this.refreshing.set(name, top.config);
      this.apply(name, top.config);
    }
  }

  private clear(name: string): void {
    this.refreshing.delete(name);
    this.natives.remove(name);
    this.models.unregisterProvider(name);
    this.models.authStorage.unregisterOAuthProvider(name);
    unregisterApiProviders(sourceId(name));
  }

  private apply(name: string, config: ProviderConfig): void {
    const { streamSimple, stream = streamSimple, fetchDeferred, cancelDeferred, oauth } = config;
    const api = streamSimple ? ownApi(name, config) : config.api;
    unregisterApiProviders(sourceId(name));
    if (streamSimple && stream && api) {
      const deferred = { ...(fetchDeferred && { fetchDeferred }), ...(cancelDeferred && { cancelDeferred }) };
      registerApiProvider({ api, stream, streamSimple, ...deferred }, sourceId(name));
    }
    if (oauth) this.models.authStorage.registerOAuthProvider({ ...oauth, id: name });
    this.models.registerProvider(name, { ...config, ...(api ? { api } : {}) });
  }

  /** Lists are asked for at each start; what is kept of them is up to the provider. */
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

/** A protocol that the extension names may be one of ours; its own code must not answer for the others. */
function ownApi(name: string, { api, models = [] }: ProviderConfig): Api {
  return api ?? models.find((model) => model.api)?.api ?? name;
}

function sourceId(provider: string): string {
  return `extension-provider:${provider}`;
}
