import type {
  AuthResolutionOverrides,
  AuthResult,
  Model,
  ModelProvider,
  ModelType,
  ModelTypeMap,
  ProviderStreams,
} from "@tau/ai";
import type { AuthStatus, AuthStorage } from "../auth/index.ts";
import { type FileDiagnostic, formatDiagnostic } from "../json-file/index.ts";
import { getModelsPath } from "../paths/index.ts";
import type { Catalogue } from "./catalogue.ts";
import type { ProviderConfig } from "./providers/compose-provider.ts";
import type { NativeProvider } from "./providers/native-providers.ts";
import { ProviderModels } from "./providers/provider-models.ts";
import { createProviderView } from "./providers/provider-view.ts";
import { ModelRequests } from "./requests/model-requests.ts";
import { type AuthRequest, RequestAuth, type ResolvedRequestAuth } from "./requests/request-auth.ts";
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

/** All models, those of them that may be used, and requests to them. */
export class ModelRegistry {
  readonly authStorage: AuthStorage;
  readonly modelsPath: string | null;
  private readonly known: ProviderModels;
  private readonly chosen = new Set<string>();
  private readonly virtual = new VirtualModels();
  private readonly requestAuth: RequestAuth;
  private readonly requests: ModelRequests;
  /** Manages registrations in layers, including logins and fetched model lists. Set by the first caller that needs it. */
  registrar: ProviderRegistrar | undefined;

  constructor({ auth, catalogue, modelsPath = getModelsPath() }: ModelRegistryOptions) {
    const known = new ProviderModels(catalogue, modelsPath);
    this.authStorage = auth;
    this.modelsPath = modelsPath;
    this.known = known;
    this.requestAuth = new RequestAuth({
      auth,
      file: (provider) => known.inFile(provider),
      extension: (provider) => known.registration(provider),
      needsNoKey: (provider) => known.needsNoKey(provider),
      displayName: (provider) => known.displayName(provider),
    });
    this.requests = new ModelRequests({
      auth: (model) => this.getApiKeyAndHeaders(model),
      current: (model) => known.current(model),
      ownStreams: (model) => known.ownStreams(model),
      registration: (provider) => known.registration(provider),
      route: async (model, { messages }, { signal, reasoning }) => {
        if (!isVirtualModel(model)) return undefined;
        const asked = { model, thinkingLevel: reasoning ?? ("off" as const), messages };
        return await this.route({ reason: "direct", ...asked, ...(signal ? { signal } : {}) });
      },
    });
    auth.setFallback({
      ...this.requestAuth.extensionKeys,
      configured: this.requestAuth.fileKeys,
      logins: () => known.configuredLogins(),
    });
  }

  /** Returns the providers in order of preference, those of the user's models.json first. */
  getProviders(): string[] {
    return [...new Set([...this.known.providers(), ...this.virtual.providers()])];
  }

  /** Loads the catalogue of these providers and keeps it. The synchronous getters load what is missing, and the program waits for it. */
  async load(providers: Iterable<string> = this.getProviders()): Promise<void> {
    await this.known.load(providers);
  }

  /** Loads the catalogue of every provider that has credentials. */
  loadUsable(): Promise<void> {
    return this.load(this.getProviders().filter((provider) => this.hasCredentials(provider)));
  }

  getModels(provider: string): readonly Model[] {
    return this.known.models(provider);
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
    const isNamed = this.chosen.has(provider) || this.known.inFile(provider) !== undefined;
    return !isNamed && this.authStorage.getAuthStatus(provider).isPlatform === true;
  }

  private hasCredentials(provider: string): boolean {
    return (
      this.known.needsNoKey(provider) ||
      this.authStorage.hasAuth(provider) ||
      (this.known.registration(provider)?.requestAuth?.isConfigured() ?? false) ||
      this.isOnlyVirtual(provider)
    );
  }

  isInCatalogue(provider: string): boolean {
    return this.known.isInCatalogue(provider);
  }

  isFree(provider: string): boolean {
    return this.known.catalogue.isFree(provider);
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

  getModelsOfType<TType extends ModelType>(type: TType, provider?: string): readonly ModelTypeMap[TType][] {
    const found: { readonly [Type in ModelType]: () => readonly ModelTypeMap[Type][] } = {
      chat: () => this.getAll().filter((model) => provider === undefined || model.provider === provider),
      classifier: () => this.known.classifiers(provider),
      image: () => this.known.images(provider),
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
    return this.known.displayName(provider);
  }

  getDefaultModel(provider: string): Model | undefined {
    const preferred = this.known.catalogue.defaultModel(provider);
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
    this.known.register(provider, config);
  }

  current(model: Model): Model {
    return this.known.current(model);
  }

  ownStreams(model: Pick<Model, "provider" | "api">): ProviderStreams | undefined {
    return this.known.ownStreams(model);
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
    return this.known.registration(provider);
  }

  getRegisteredNativeProvider(provider: string): NativeProvider | undefined {
    return this.known.registration(provider)?.native as NativeProvider | undefined;
  }

  getRegisteredProviderIds(): readonly string[] {
    return this.known.registeredProviders();
  }

  /** Reads models.json again. */
  async refresh(): Promise<void> {
    this.known.refresh();
    await this.loadUsable();
  }

  diagnostics(): readonly FileDiagnostic[] {
    return this.known.diagnostics();
  }

  getError(): string | undefined {
    return this.diagnostics().map(formatDiagnostic).join("\n") || undefined;
  }

  streamSimple: ModelRequests["streamSimple"] = (...request) => this.requests.streamSimple(...request);
  stream: ModelRequests["stream"] = (...request) => this.requests.stream(...request);
  complete: ModelRequests["complete"] = (...request) => this.requests.complete(...request);
  streamDeferred: ModelRequests["streamDeferred"] = (...request) => this.requests.streamDeferred(...request);
  cancelDeferred: ModelRequests["cancelDeferred"] = (...request) => this.requests.cancelDeferred(...request);
  classify: ModelRequests["classify"] = (...request) => this.requests.classify(...request);
  generateImages: ModelRequests["generateImages"] = (...request) => this.requests.generateImages(...request);

  /** Returns whether only virtual models use this provider name, so that there is nothing to have a key for. */
  private isOnlyVirtual(provider: string): boolean {
    if (!this.virtual.providers().includes(provider)) return false;
    return !this.known.isKnown(provider) && this.known.inFile(provider) === undefined;
  }

  /** Returns the composed models as the provider's login modifies them. */
  private listed(provider: string): readonly Model[] {
    const models = this.virtual.addTo(provider, this.getModels(provider));
    const credential = this.authStorage.get(provider);
    const login = this.authStorage.getOAuthProviders().find(({ id }) => id === provider);
    return credential?.type === "oauth" && login?.modifyModels ? login.modifyModels([...models], credential) : models;
  }
}
