import {
  type AuthResolutionOverrides,
  type AuthResult,
  isKeyRequired,
  keyVariables,
  type Model,
  type ModelProvider,
  type ModelType,
  type ModelTypeMap,
  type ProviderStreams,
} from "@tau/ai";
import type { AuthStatus, AuthStorage, ConfiguredLogin } from "../auth/index.ts";
import { type FileDiagnostic, formatDiagnostic } from "../json-file/index.ts";
import { getModelsPath } from "../paths/index.ts";
import type { Catalogue } from "./catalogue.ts";
import { loadModelsFile, type ModelsFile } from "./models-file.ts";
import { composeOthers } from "./providers/compose-others.ts";
import { composeModels, type ProviderConfig } from "./providers/compose-provider.ts";
import { listClassifiers } from "./providers/list-classifiers.ts";
import type { NativeProvider } from "./providers/native-providers.ts";
import { createProviderView } from "./providers/provider-view.ts";
import type { RequestSource } from "./requests/model-request.ts";
import { ModelRequests } from "./requests/model-requests.ts";
import { type AuthRequest, RequestAuth, type ResolvedRequestAuth } from "./requests/request-auth.ts";
import type { SingleAnswerSource } from "./requests/single-answer.ts";
import {
  isVirtualModel,
  type ModelRoute,
  type ModelRouteRequest,
  type VirtualModelDefinition,
} from "./virtual/virtual-model.ts";
import { VirtualModels } from "./virtual/virtual-models.ts";

export interface ModelRegistryOptions {
  readonly auth: AuthStorage;
  readonly catalogue: Catalogue;
  /** `null`: reads no file. */
  readonly modelsPath?: string | null;
}

/** Accepts provider registrations from code. */
export interface ProviderRegistrar {
  register(provider: string, config: ProviderConfig): unknown;
  unregister(provider: string): void;
}

/** All models: the catalogue, what extensions add, and the user's models.json over both. They are composed per provider on request. */
export class ModelRegistry extends ModelRequests {
  readonly authStorage: AuthStorage;
  private readonly catalogue: Catalogue;
  readonly modelsPath: string | null;
  private readonly extensions = new Map<string, ProviderConfig>();
  private readonly composed = new Map<string, readonly Model[]>();
  private readonly loaded = new Set<string>();
  private readonly chosen = new Set<string>();
  private readonly virtual = new VirtualModels();
  private readonly requestAuth: RequestAuth;
  private file: ModelsFile | undefined;
  /** Manages registrations in layers, including logins and fetched model lists. Set by the first caller that needs it. */
  registrar: ProviderRegistrar | undefined;

  constructor({ auth, catalogue, modelsPath = getModelsPath() }: ModelRegistryOptions) {
    super();
    this.authStorage = auth;
    this.catalogue = catalogue;
    this.modelsPath = modelsPath;
    this.requestAuth = new RequestAuth({
      auth,
      file: (provider) => this.modelsFile().providers.get(provider),
      extension: (provider) => this.extensions.get(provider),
      needsNoKey: (provider) => this.needsNoKey(provider),
      displayName: (provider) => this.getProviderDisplayName(provider),
    });
    auth.setFallback({
      ...this.requestAuth.extensionKeys,
      configured: this.requestAuth.fileKeys,
      logins: () => this.configuredLogins(),
    });
  }

  /** Returns the providers in order of preference, those of the user's models.json first. */
  getProviders(): string[] {
    return [
      ...new Set([
        ...this.modelsFile().providers.keys(),
        ...this.extensions.keys(),
        ...this.catalogue.providers(),
        ...this.virtual.providers(),
      ]),
    ];
  }

  /** Loads the catalogue of these providers and keeps it. The synchronous getters load what is missing, and the program waits for it. */
  async load(providers: Iterable<string> = this.getProviders()): Promise<void> {
    const missing = [...providers].filter((provider) => !this.loaded.has(provider));
    await Promise.all(missing.map((provider) => this.catalogue.load(provider)));
    for (const provider of missing) {
      this.loaded.add(provider);
      this.composed.delete(provider);
    }
  }

  /** Loads the catalogue of every provider that has credentials. */
  loadUsable(): Promise<void> {
    return this.load(this.getProviders().filter((provider) => this.hasCredentials(provider)));
  }

  getModels(provider: string): readonly Model[] {
    const known = this.composed.get(provider);
    if (known) return known;
    const models = composeModels(
      provider,
      this.catalogue.models(provider),
      this.extensions.get(provider),
      this.modelsFile().providers.get(provider),
    );
    this.composed.set(provider, models);
    return models;
  }

  getAll(): Model[] {
    return this.getProviders().flatMap((provider) => this.listed(provider));
  }

  /**
   * Returns the models that may be used without asking. Includes the demonstration only if there is no other model or
   * `withDemo` is set.
   */
  getAvailable({ withDemo = false }: { readonly withDemo?: boolean } = {}): Model[] {
    const all = this.getSelectable().filter(({ provider }) => this.isUsable(provider));
    return withDemo ? all : this.withoutDemo(all);
  }

  /** Returns the models that the user can choose from: those whose provider has credentials. */
  getSelectable(): Model[] {
    return this.getProviders()
      .filter((provider) => this.hasCredentials(provider))
      .flatMap((provider) => this.listed(provider));
  }

  private withoutDemo<T extends Pick<Model, "provider">>(usable: readonly T[]): T[] {
    const others = usable.filter(({ provider }) => !this.isFree(provider));
    return others.length > 0 ? others : [...usable];
  }

  /**
   * Records that the user named these providers, alone or as part of a model name, so that credentials in the
   * environment may be sent to them.
   */
  choose(...names: readonly string[]): void {
    for (const name of names) this.chosen.add(name.split("/", 1).join());
  }

  find(provider: string, modelId: string): Model | undefined {
    return this.listed(provider).find(({ id }) => id === modelId);
  }

  /**
   * Returns whether requests may go to the provider without asking. A token for a whole platform does not count until
   * the user chooses the provider.
   */
  isUsable(provider: string): boolean {
    return this.hasCredentials(provider) && !this.isUnchosen(provider);
  }

  /**
   * Returns whether the environment holds a platform token that this provider would accept, but the user has not chosen
   * the provider.
   */
  isUnchosen(provider: string): boolean {
    const isNamed = this.chosen.has(provider) || this.modelsFile().providers.has(provider);
    return !isNamed && this.authStorage.getAuthStatus(provider).isPlatform === true;
  }

  private hasCredentials(provider: string): boolean {
    return (
      this.needsNoKey(provider) ||
      this.authStorage.hasAuth(provider) ||
      (this.extensions.get(provider)?.requestAuth?.isConfigured() ?? false) ||
      this.isOnlyVirtual(provider)
    );
  }

  isInCatalogue(provider: string): boolean {
    return this.catalogue.providers().includes(provider);
  }

  isFree(provider: string): boolean {
    return this.catalogue.isFree(provider);
  }

  hasConfiguredAuth(model: Pick<Model, "provider">): boolean {
    return this.hasCredentials(model.provider);
  }

  /** Resolves to the credentials and headers of a request to this model. Runs the commands in models.json each time. */
  async getApiKeyAndHeaders(
    model: Pick<Model, "provider" | "id">,
    request: AuthRequest = {},
  ): Promise<ResolvedRequestAuth> {
    return await this.requestAuth.resolve(model, request);
  }

  /** Resolves to the credentials of requests to a provider or a model, or to `undefined` if there are none. */
  async getProviderAuth(
    target: string | Pick<Model, "provider" | "id">,
    overrides: AuthResolutionOverrides = {},
  ): Promise<AuthResult | undefined> {
    const model = typeof target === "string" ? { provider: target, id: "" } : target;
    const auth = await this.getApiKeyAndHeaders(model, overrides);
    if (!auth.ok) return undefined;
    const { ok: _, env, ...own } = auth;
    const { label } = this.getProviderAuthStatus(model.provider);
    return { auth: own, ...(env ? { env } : {}), ...(label === undefined ? {} : { source: label }) };
  }

  /** Returns a provider as one object, with registrations and models.json applied. */
  getProvider(provider: string): ModelProvider | undefined {
    return this.getProviders().includes(provider) ? createProviderView(this, provider) : undefined;
  }

  /** Finds a model by its type: `chat`, `image` or `classifier`. */
  findOfType<TType extends ModelType>(type: TType, provider: string, modelId: string): ModelTypeMap[TType] | undefined {
    return this.getModelsOfType(type, provider).find(({ id }) => id === modelId);
  }

  getModelOfType: ModelRegistry["findOfType"] = (...asked) => this.findOfType(...asked);

  /** Returns the models of a type. Image models come only from extensions, because the catalogue lists none. */
  getModelsOfType<TType extends ModelType>(type: TType, provider?: string): readonly ModelTypeMap[TType][] {
    const found: { readonly [Type in ModelType]: () => readonly ModelTypeMap[Type][] } = {
      chat: () => this.getAll().filter((model) => provider === undefined || model.provider === provider),
      classifier: () => [
        ...listClassifiers((id) => this.modelsFile().providers.get(id), provider),
        ...composeOthers("classifier", this.extensions, provider),
      ],
      image: () => composeOthers("image", this.extensions, provider),
    };
    return found[type]?.() ?? [];
  }

  /** Resolves to the models of a type whose provider has credentials. */
  async getAvailableOfType<TType extends ModelType>(
    type: TType,
    provider?: string,
  ): Promise<readonly ModelTypeMap[TType][]> {
    if (type === "chat") await this.loadUsable();
    const usable = this.getModelsOfType(type, provider).filter((model) => this.isUsable(model.provider));
    return this.withoutDemo(usable);
  }

  getApiKeyForProvider(provider: string): Promise<string | undefined> {
    return this.authStorage.getApiKey(provider);
  }

  getApiKey(model: Pick<Model, "provider">): Promise<string | undefined> {
    return this.getApiKeyForProvider(model.provider);
  }

  getProviderAuthStatus(provider: string): AuthStatus {
    return this.authStorage.getAuthStatus(provider);
  }

  isUsingOAuth(model: Pick<Model, "provider">): boolean {
    return this.authStorage.isUsingOAuth(model.provider);
  }

  getProviderDisplayName(provider: string): string {
    const named = this.modelsFile().providers.get(provider)?.name ?? this.extensions.get(provider)?.name;
    return named ?? this.catalogue.displayName(provider) ?? provider;
  }

  private configuredLogins(): ConfiguredLogin[] {
    return [...this.modelsFile().providers].flatMap(([id, { oauth }]) =>
      typeof oauth === "object" ? [{ id, name: this.getProviderDisplayName(id), config: oauth }] : [],
    );
  }

  getDefaultModel(provider: string): Model | undefined {
    const preferred = this.catalogue.defaultModel(provider);
    const models = this.listed(provider);
    return models.find(({ id }) => id === preferred) ?? models[0];
  }

  registerProvider(provider: string, config: ProviderConfig): void {
    if (this.registrar) this.registrar.register(provider, config);
    else this.setProvider(provider, config);
  }

  unregisterProvider(provider: string): void {
    if (this.registrar) this.registrar.unregister(provider);
    else this.setProvider(provider, undefined);
  }

  /** Sets or replaces what code registered for a provider. */
  setProvider(provider: string, config: ProviderConfig | undefined): void {
    if (config) this.extensions.set(provider, config);
    else this.extensions.delete(provider);
    this.composed.delete(provider);
    // A partial entry in models.json counts only while something else describes the provider, so the file has to be read again.
    const counted = config ? this.file?.ignored : this.file?.providers;
    if (counted?.has(provider) && !this.isInCatalogue(provider)) this.file = undefined;
  }

  current(model: Model): Model {
    const config = this.extensions.get(model.provider);
    // Keep the model's own address if the provider brings its own models: a program may have set another address there.
    if (!config?.baseUrl || config.models) return model;
    const listed = this.getModels(model.provider).find(({ id }) => id === model.id)?.baseUrl;
    const baseUrl = listed ?? this.modelsFile().providers.get(model.provider)?.baseUrl ?? config.baseUrl;
    return baseUrl === model.baseUrl ? model : { ...model, baseUrl };
  }

  /** Returns the streaming functions that code registered with the model's provider, for the model's protocol. */
  ownStreams({ provider, api }: Pick<Model, "provider" | "api">): ProviderStreams | undefined {
    const config = this.extensions.get(provider);
    const { streamSimple, stream = streamSimple } = config ?? {};
    return streamSimple && stream && (config?.api ?? api) === api ? { ...config, stream, streamSimple } : undefined;
  }

  /** Registers a model that hands each request to another model. */
  registerVirtualModel(definition: VirtualModelDefinition): void {
    this.virtual.register(definition, this.getModels(definition.provider));
  }

  unregisterVirtualModel(provider: string, id: string): void {
    this.virtual.unregister(provider, id);
  }

  hasVirtualModels(): boolean {
    return this.virtual.providers().length > 0;
  }

  /** Resolves to the model that answers a request to a virtual model. */
  async route(request: ModelRouteRequest): Promise<ModelRoute> {
    return await this.virtual.route(request, (model) => this.hasConfiguredAuth(model));
  }

  getRegisteredProviderConfig(provider: string): ProviderConfig | undefined {
    return this.extensions.get(provider);
  }

  getRegisteredNativeProvider(provider: string): NativeProvider | undefined {
    return this.extensions.get(provider)?.native as NativeProvider | undefined;
  }

  getRegisteredProviderIds(): readonly string[] {
    return [...this.extensions.keys()];
  }

  /** Reads models.json again. */
  async refresh(): Promise<void> {
    this.file = undefined;
    this.composed.clear();
    await this.loadUsable();
  }

  diagnostics(): readonly FileDiagnostic[] {
    return this.modelsFile().diagnostics;
  }

  getError(): string | undefined {
    return this.diagnostics().map(formatDiagnostic).join("\n") || undefined;
  }

  protected singleAnswers(): SingleAnswerSource {
    return { auth: (model) => this.getApiKeyAndHeaders(model), own: (provider) => this.extensions.get(provider) };
  }

  protected requestSource(): RequestSource {
    return {
      auth: (model) => this.getApiKeyAndHeaders(model),
      current: (model) => this.current(model),
      ownStreams: (model) => this.ownStreams(model),
      route: async (model, { messages }, { signal, reasoning }) => {
        if (!isVirtualModel(model)) return undefined;
        const asked = { model, thinkingLevel: reasoning ?? ("off" as const), messages };
        return await this.route({ reason: "direct", ...asked, ...(signal ? { signal } : {}) });
      },
    };
  }

  private modelsFile(): ModelsFile {
    this.file ??= this.modelsPath
      ? loadModelsFile(this.modelsPath, (provider) => this.isKnown(provider))
      : { providers: new Map(), diagnostics: [], ignored: new Set() };
    return this.file;
  }

  /** Returns whether requests need no key, as for servers on the user's own machine. */
  private needsNoKey(provider: string): boolean {
    const isLocal = keyVariables(provider).length > 0 && !isKeyRequired(provider);
    return this.catalogue.isFree(provider) || (isLocal && this.modelsFile().providers.has(provider));
  }

  /** Returns whether only virtual models use this provider name, so that there is nothing to have a key for. */
  private isOnlyVirtual(provider: string): boolean {
    if (!this.virtual.providers().includes(provider)) return false;
    return !this.isKnown(provider) && !this.modelsFile().providers.has(provider);
  }

  private isKnown(provider: string): boolean {
    return this.extensions.has(provider) || this.isInCatalogue(provider);
  }

  /** Returns the composed models as the provider's login modifies them. */
  private listed(provider: string): readonly Model[] {
    const models = this.virtual.addTo(provider, this.getModels(provider));
    const credential = this.authStorage.get(provider);
    const login = this.authStorage.getOAuthProviders().find(({ id }) => id === provider);
    return credential?.type === "oauth" && login?.modifyModels ? login.modifyModels([...models], credential) : models;
  }
}
