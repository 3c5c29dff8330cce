import {
  type ClassifierModel,
  type ImageModel,
  isKeyRequired,
  keyVariables,
  type Model,
  type ProviderStreams,
} from "@tau/ai";
import type { ConfiguredLogin } from "../../auth/index.ts";
import type { FileDiagnostic } from "../../json-file/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { loadModelsFile, type ModelsFile } from "../models-file.ts";
import type { ModelsJsonProvider } from "../models-schema.ts";
import { composeOthers } from "./compose-others.ts";
import { composeModels, type ProviderConfig } from "./compose-provider.ts";
import { listClassifiers } from "./list-classifiers.ts";

/** The models of each provider: the catalogue, what code registers, and the user's models.json over both. They are composed on request. */
export class ProviderModels {
  readonly catalogue: Catalogue;
  private readonly path: string | null;
  private readonly registered = new Map<string, ProviderConfig>();
  private readonly composed = new Map<string, readonly Model[]>();
  private readonly loaded = new Set<string>();
  private file: ModelsFile | undefined;

  /** `path` is that of models.json. With `null`, no file is read. */
  constructor(catalogue: Catalogue, path: string | null) {
    this.catalogue = catalogue;
    this.path = path;
  }

  /** Returns the providers in order of preference, those of the user's models.json first. */
  providers(): string[] {
    return [
      ...new Set([...this.modelsFile().providers.keys(), ...this.registered.keys(), ...this.catalogue.providers()]),
    ];
  }

  async load(providers: Iterable<string>): Promise<void> {
    const missing = [...providers].filter((provider) => !this.loaded.has(provider));
    await Promise.all(missing.map((provider) => this.catalogue.load(provider)));
    for (const provider of missing) {
      this.loaded.add(provider);
      this.composed.delete(provider);
    }
  }

  models(provider: string): readonly Model[] {
    const known = this.composed.get(provider);
    if (known) return known;
    const models = composeModels(
      provider,
      this.catalogue.models(provider),
      this.registered.get(provider),
      this.inFile(provider),
    );
    this.composed.set(provider, models);
    return models;
  }

  classifiers(provider?: string): readonly ClassifierModel[] {
    const listed = listClassifiers((id) => this.inFile(id), provider);
    return [...listed, ...composeOthers("classifier", this.registered, provider)];
  }

  /** Returns the image models. They come only from extensions, because the catalogue lists none. */
  images(provider?: string): readonly ImageModel[] {
    return composeOthers("image", this.registered, provider);
  }

  /** Returns the provider's entry in models.json. */
  inFile(provider: string): ModelsJsonProvider | undefined {
    return this.modelsFile().providers.get(provider);
  }

  /** Returns what code registered for the provider. */
  registration(provider: string): ProviderConfig | undefined {
    return this.registered.get(provider);
  }

  registeredProviders(): readonly string[] {
    return [...this.registered.keys()];
  }

  /** Sets or replaces what code registered for a provider. */
  register(provider: string, config: ProviderConfig | undefined): void {
    if (config) this.registered.set(provider, config);
    else this.registered.delete(provider);
    this.composed.delete(provider);
    // A partial entry in models.json counts only while something else describes the provider, so the file has to be read again.
    const counted = config ? this.file?.ignored : this.file?.providers;
    if (counted?.has(provider) && !this.isInCatalogue(provider)) this.file = undefined;
  }

  /** Reads models.json again when it is next needed. */
  refresh(): void {
    this.file = undefined;
    this.composed.clear();
  }

  diagnostics(): readonly FileDiagnostic[] {
    return this.modelsFile().diagnostics;
  }

  isInCatalogue(provider: string): boolean {
    return this.catalogue.providers().includes(provider);
  }

  /** Returns whether the catalogue or a registration describes the provider. */
  isKnown(provider: string): boolean {
    return this.registered.has(provider) || this.isInCatalogue(provider);
  }

  /** Returns whether requests need no key, as for servers on the user's own machine. */
  needsNoKey(provider: string): boolean {
    const isLocal = keyVariables(provider).length > 0 && !isKeyRequired(provider);
    return this.catalogue.isFree(provider) || (isLocal && this.inFile(provider) !== undefined);
  }

  displayName(provider: string): string {
    const named = this.inFile(provider)?.name ?? this.registered.get(provider)?.name;
    return named ?? this.catalogue.displayName(provider) ?? provider;
  }

  /** Returns the logins that the user described in models.json. */
  configuredLogins(): ConfiguredLogin[] {
    return [...this.modelsFile().providers].flatMap(([id, { oauth }]) =>
      typeof oauth === "object" ? [{ id, name: this.displayName(id), config: oauth }] : [],
    );
  }

  /** Returns the model with its current address. */
  current(model: Model): Model {
    const config = this.registered.get(model.provider);
    // Keep the model's own address if the provider brings its own models: a program may have set another address there.
    if (!config?.baseUrl || config.models) return model;
    const listed = this.models(model.provider).find(({ id }) => id === model.id)?.baseUrl;
    const baseUrl = listed ?? this.inFile(model.provider)?.baseUrl ?? config.baseUrl;
    return baseUrl === model.baseUrl ? model : { ...model, baseUrl };
  }

  /** Returns the streaming functions that code registered with the model's provider, for the model's protocol. */
  ownStreams({ provider, api }: Pick<Model, "provider" | "api">): ProviderStreams | undefined {
    const config = this.registered.get(provider);
    const { streamSimple, stream = streamSimple } = config ?? {};
    return streamSimple && stream && (config?.api ?? api) === api ? { ...config, stream, streamSimple } : undefined;
  }

  private modelsFile(): ModelsFile {
    this.file ??= this.path
      ? loadModelsFile(this.path, (provider) => this.isKnown(provider))
      : { providers: new Map(), diagnostics: [], ignored: new Set() };
    return this.file;
  }
}
