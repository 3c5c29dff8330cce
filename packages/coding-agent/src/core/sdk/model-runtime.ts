import type {
  AssistantMessage,
  AssistantMessageEventStream,
  Context,
  Model,
  ModelType,
  ModelTypeMap,
  SimpleStreamOptions,
  StreamOptions,
} from "@tau/ai";
import { type AuthStatus, AuthStorage } from "../auth/index.ts";
import { builtInCatalogue, isVirtualModel, ModelRegistry, type ProviderConfig } from "../models/index.ts";
import { getAuthPath, getModelsPath } from "../paths/index.ts";

export interface CreateModelRuntimeOptions {
  readonly authPath?: string;
  readonly modelsPath?: string;
}

/** Models and the credentials for them, as a program holds them. */
export class ModelRuntime {
  readonly registry: ModelRegistry;

  private constructor(registry: ModelRegistry) {
    this.registry = registry;
  }

  /** Every model is known afterwards; nobody is asked over the network. */
  static async create(options: CreateModelRuntimeOptions = {}): Promise<ModelRuntime> {
    const { authPath = getAuthPath(), modelsPath = getModelsPath() } = options;
    const registry = new ModelRegistry({ auth: AuthStorage.create(authPath), catalogue: builtInCatalogue, modelsPath });
    await registry.load();
    return new ModelRuntime(registry);
  }

  /** Over the models that a session has. */
  static of(registry: ModelRegistry): ModelRuntime {
    return new ModelRuntime(registry);
  }

  getProviders(): NonNullable<ReturnType<ModelRegistry["getProvider"]>>[] {
    return this.registry.getProviders().flatMap((id) => this.getProvider(id) ?? []);
  }

  getProvider(provider: string): ReturnType<ModelRegistry["getProvider"]> {
    return this.registry.getProvider(provider);
  }

  getModels(provider?: string): readonly Model[] {
    return provider === undefined ? this.registry.getAll() : this.registry.getModels(provider);
  }

  getModel(provider: string, modelId: string): Model | undefined {
    return this.registry.find(provider, modelId);
  }

  /** One that answers itself, and does not choose others to. */
  getPhysicalModel(provider: string, modelId: string): Model | undefined {
    const model = this.getModel(provider, modelId);
    return model && !isVirtualModel(model) ? model : undefined;
  }

  getModelsOfType<TType extends ModelType>(type: TType, provider?: string): readonly ModelTypeMap[TType][] {
    return this.registry.getModelsOfType(type, provider);
  }

  getModelOfType<TType extends ModelType>(
    type: TType,
    provider: string,
    modelId: string,
  ): ModelTypeMap[TType] | undefined {
    return this.registry.findOfType(type, provider, modelId);
  }

  getAllModels(provider?: string): readonly Model[] {
    return this.getModels(provider);
  }

  getAvailableOfType<TType extends ModelType>(type: TType, provider?: string): Promise<readonly ModelTypeMap[TType][]> {
    return this.registry.getAvailableOfType(type, provider);
  }

  classify: ModelRegistry["classify"] = (...request) => this.registry.classify(...request);
  generateImages: ModelRegistry["generateImages"] = (...request) => this.registry.generateImages(...request);

  getAllAvailable(provider?: string): Promise<readonly Model[]> {
    return this.getAvailable(provider);
  }

  /** Those that can be used now. */
  async getAvailable(provider?: string): Promise<readonly Model[]> {
    await this.registry.loadUsable();
    return this.getAvailableSnapshot().filter((model) => provider === undefined || model.provider === provider);
  }

  /** Those among the loaded ones that can be used now. */
  getAvailableSnapshot(): readonly Model[] {
    return this.registry.getAvailable();
  }

  /** What is wrong with models.json, if anything is. */
  getError(): string | undefined {
    return this.registry.getError();
  }

  hasConfiguredAuth(provider: string): boolean {
    return this.registry.hasConfiguredAuth({ provider });
  }

  /** What requests to a provider, or of a model, carry. `undefined`: there are no credentials. */
  getAuth(target: string | Pick<Model, "provider">): ReturnType<ModelRegistry["getProviderAuth"]> {
    return this.registry.getProviderAuth(typeof target === "string" ? target : target.provider);
  }

  /** What is stored, without its secrets. */
  listCredentials(): ReturnType<AuthStorage["list"]> {
    return this.registry.authStorage.list();
  }

  /** Paid by a subscription, not by the token. */
  isUsingSubscription(provider: string): boolean {
    return this.isUsingOAuth(provider);
  }

  isUsingOAuth(provider: string): boolean {
    return this.registry.isUsingOAuth({ provider });
  }

  getProviderAuthStatus(provider: string): AuthStatus {
    return this.registry.getProviderAuthStatus(provider);
  }

  stream(model: Model, context: Context, options?: StreamOptions): AssistantMessageEventStream {
    return this.registry.stream(model, context, options);
  }

  streamSimple(model: Model, context: Context, options?: SimpleStreamOptions): AssistantMessageEventStream {
    return this.registry.streamSimple(model, context, options);
  }

  complete(model: Model, context: Context, options?: StreamOptions): Promise<AssistantMessage> {
    return this.registry.complete(model, context, options);
  }

  completeSimple(model: Model, context: Context, options?: SimpleStreamOptions): Promise<AssistantMessage> {
    return this.registry.streamSimple(model, context, options).result();
  }

  registerProvider(provider: string, config: ProviderConfig): void {
    this.registry.registerProvider(provider, config);
  }

  unregisterProvider(provider: string): void {
    this.registry.unregisterProvider(provider);
  }

  registerVirtualModel(definition: Parameters<ModelRegistry["registerVirtualModel"]>[0]): void {
    this.registry.registerVirtualModel(definition);
  }

  unregisterVirtualModel(provider: string, id: string): void {
    this.registry.unregisterVirtualModel(provider, id);
  }

  getRegisteredProviderConfig(provider: string): ProviderConfig | undefined {
    return this.registry.getRegisteredProviderConfig(provider);
  }

  getRegisteredProviderIds(): readonly string[] {
    return this.registry.getRegisteredProviderIds();
  }

  async refresh(): Promise<void> {
    await this.registry.refresh();
  }

  async logout(provider: string): Promise<void> {
    await this.registry.authStorage.logout(provider);
  }

  async setRuntimeApiKey(provider: string, apiKey: string): Promise<void> {
    this.registry.authStorage.setRuntimeApiKey(provider, apiKey);
  }

  async removeRuntimeApiKey(provider: string): Promise<void> {
    this.registry.authStorage.removeRuntimeApiKey(provider);
  }
}
