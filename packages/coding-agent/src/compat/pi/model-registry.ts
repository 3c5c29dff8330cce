import type {
  AssistantMessage,
  AssistantMessageEventStream,
  AuthOperationOptions,
  AuthResult,
  Context,
  Model,
  ModelProvider,
  ModelsRefreshOptions,
  ModelsRefreshResult,
  ModelType,
  ModelTypeMap,
} from "@tau/ai";
import type { AuthStatus, AuthStorage } from "../../core/auth/index.ts";
import {
  ModelRegistry as CoreRegistry,
  type NativeProvider,
  type ProviderConfig,
  type VirtualModelDefinition,
} from "../../core/models/index.ts";
import type { ModelRuntime } from "./model-runtime.ts";

/** The models of a runtime under the names of pi's earlier class, which programs still construct. */
export class ModelRegistry {
  readonly runtime: ModelRuntime;

  constructor(runtime: ModelRuntime) {
    this.runtime = runtime;
  }

  /** Makes `ctx.modelRegistry` of extensions an instance too. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return (
      value instanceof CoreRegistry || Object.prototype.isPrototypeOf.call(ModelRegistry.prototype, value as object)
    );
  }

  get authStorage(): AuthStorage {
    return this.runtime.registry.authStorage;
  }

  refresh(options?: ModelsRefreshOptions): Promise<ModelsRefreshResult> {
    return this.runtime.refresh(options);
  }

  getError(): string | undefined {
    return this.runtime.getError();
  }

  getAll(): Model[] {
    return [...this.runtime.getModels()];
  }

  getAvailable(): Model[] {
    return [...this.runtime.getAvailableSnapshot()];
  }

  find(provider: string, modelId: string): Model | undefined {
    return this.runtime.getModel(provider, modelId);
  }

  findOfType<TType extends ModelType>(type: TType, provider: string, modelId: string): ModelTypeMap[TType] | undefined {
    return this.runtime.getModelOfType(type, provider, modelId);
  }

  getModelOfType<TType extends ModelType>(
    type: TType,
    provider: string,
    modelId: string,
  ): ModelTypeMap[TType] | undefined {
    return this.runtime.getModelOfType(type, provider, modelId);
  }

  getModelsOfType<TType extends ModelType>(type: TType, provider?: string): readonly ModelTypeMap[TType][] {
    return this.runtime.getModelsOfType(type, provider);
  }

  getAvailableOfType<TType extends ModelType>(
    type: TType,
    provider?: string,
    options?: AuthOperationOptions,
  ): Promise<readonly ModelTypeMap[TType][]> {
    return this.runtime.getAvailableOfType(type, provider, options);
  }

  hasConfiguredAuth({ provider }: Pick<Model, "provider">): boolean {
    return this.runtime.hasConfiguredAuth(provider);
  }

  getApiKeyAndHeaders(model: Pick<Model, "provider" | "id">): ReturnType<CoreRegistry["getApiKeyAndHeaders"]> {
    return this.runtime.registry.getApiKeyAndHeaders(model, { isKeyOptional: true });
  }

  getApiKeyForProvider(provider: string): Promise<string | undefined> {
    return this.runtime.registry.getApiKeyForProvider(provider);
  }

  getProviderAuth(provider: string): Promise<AuthResult | undefined> {
    return this.runtime.getAuth(provider);
  }

  getProviderAuthStatus(provider: string): AuthStatus {
    return this.runtime.getProviderAuthStatus(provider);
  }

  getProvider(provider: string): ModelProvider | undefined {
    return this.runtime.getProvider(provider);
  }

  getProviderDisplayName(provider: string): string {
    return this.runtime.registry.getProviderDisplayName(provider);
  }

  isUsingOAuth({ provider }: Pick<Model, "provider">): boolean {
    return this.runtime.isUsingOAuth(provider);
  }

  stream(model: Model, context: Context, options?: Parameters<ModelRuntime["stream"]>[2]): AssistantMessageEventStream {
    return this.runtime.stream(model, context, options);
  }

  streamSimple(
    model: Model,
    context: Context,
    options?: Parameters<ModelRuntime["streamSimple"]>[2],
  ): AssistantMessageEventStream {
    return this.runtime.streamSimple(model, context, options);
  }

  complete(
    model: Model,
    context: Context,
    options?: Parameters<ModelRuntime["complete"]>[2],
  ): Promise<AssistantMessage> {
    return this.runtime.complete(model, context, options);
  }

  classify: ModelRuntime["classify"] = (...request) => this.runtime.classify(...request);
  generateImages: ModelRuntime["generateImages"] = (...request) => this.runtime.generateImages(...request);

  registerProvider(provider: NativeProvider): void;
  registerProvider(provider: string, config: ProviderConfig): void;
  registerProvider(provider: string | NativeProvider, config: ProviderConfig = {}): void {
    if (typeof provider === "string") this.runtime.registerProvider(provider, config);
    else this.runtime.registerNativeProvider(provider);
  }

  unregisterProvider(provider: string): void {
    this.runtime.unregisterProvider(provider);
  }

  registerVirtualModel(definition: VirtualModelDefinition): void {
    this.runtime.registerVirtualModel(definition);
  }

  unregisterVirtualModel(provider: string, id: string): void {
    this.runtime.unregisterVirtualModel(provider, id);
  }

  getRegisteredProviderConfig(provider: string): ProviderConfig | undefined {
    return this.runtime.getRegisteredProviderConfig(provider);
  }

  getRegisteredNativeProvider(provider: string): NativeProvider | undefined {
    return this.runtime.getRegisteredNativeProvider(provider);
  }

  getRegisteredProviderIds(): readonly string[] {
    return this.runtime.getRegisteredProviderIds();
  }
}
