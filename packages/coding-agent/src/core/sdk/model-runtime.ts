import type {
  AssistantMessage,
  AssistantMessageEventStream,
  Context,
  Model,
  SimpleStreamOptions,
  StreamOptions,
} from "@tau/ai";
import { type AuthStatus, AuthStorage } from "../auth/index.ts";
import { builtInCatalogue, ModelRegistry, type ProviderConfig } from "../models/index.ts";
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

  getProviders(): string[] {
    return this.registry.getProviders();
  }

  getModels(provider?: string): readonly Model[] {
    return provider === undefined ? this.registry.getAll() : this.registry.getModels(provider);
  }

  getModel(provider: string, modelId: string): Model | undefined {
    return this.registry.find(provider, modelId);
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
