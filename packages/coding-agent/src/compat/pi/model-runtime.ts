import type {
  AnyModel,
  AssistantMessage,
  AssistantMessageEventStream,
  AuthCheck,
  AuthInteraction,
  AuthOperationOptions,
  AuthResolutionOverrides,
  AuthResult,
  AuthType,
  Context,
  Credential,
  DeferredCancelOptions,
  DeferredFetchOptions,
  DeferredHandle,
  Message,
  Model,
  ModelProvider,
  ModelsRefreshOptions,
  ModelsRefreshResult,
  ModelsRequestTransforms,
  ModelsStore,
  ModelType,
  ModelTypeMap,
  ProviderStreamOptions,
  SimpleStreamOptions,
  StreamOptions,
} from "@tau/ai";
import { untilAborted } from "@tau/ai";
import { type AuthStatus, AuthStorage } from "../../core/auth/index.ts";
import {
  builtInCatalogue,
  isVirtualModel,
  ModelRegistry,
  type ModelRoute,
  type NativeProvider,
  type ProviderConfig,
  type VirtualModelDefinition,
} from "../../core/models/index.ts";
import { ModelsStoreFile } from "../../core/models/models-store-file.ts";
import { ProviderRegistrations } from "../../core/models/providers/provider-registrations.ts";
import { getAuthPath, getModelsPath } from "../../core/paths/index.ts";
import { createBackend, type GivenCredentials } from "./given-credentials.ts";
import { type LoginOptions, login } from "./login.ts";
import { type ResolveModelOptions, resolveModel } from "./resolve-model.ts";
import { CredentialSynchronizationError, type CredentialSynchronizationOperation } from "./stored-credential.ts";

export interface CreateModelRuntimeOptions {
  /** The credential store. Default: the file at `authPath`. */
  readonly credentials?: GivenCredentials;
  readonly authPath?: string;
  /** `null`: no file is read. */
  readonly modelsPath?: string | null;
  readonly signal?: AbortSignal;
  /** Where the model lists fetched by added providers are stored. Default: the file at `modelsStorePath`. */
  readonly modelsStore?: ModelsStore;
  /** Default: beside the file at `modelsPath`. In memory if `modelsPath` is `null`. */
  readonly modelsStorePath?: string;
  /** `false` delays the check for logins until it is needed. */
  readonly refreshOnCreate?: boolean;
  /** These three are accepted but have no effect: the built-in lists come with the program and are never fetched. */
  readonly allowModelNetwork?: boolean;
  readonly modelRefreshTimeoutMs?: number;
  readonly catalogBaseUrl?: string;
}

type SimpleOptions = SimpleStreamOptions & ModelsRequestTransforms;
type OwnOptions = (StreamOptions | ProviderStreamOptions) & ModelsRequestTransforms;

/** Models and their credentials, for a program. */
export class ModelRuntime {
  readonly registry: ModelRegistry;

  private constructor(registry: ModelRegistry) {
    this.registry = registry;
  }

  /** Loads every model and every login. Sends no network requests. */
  static async create(options: CreateModelRuntimeOptions = {}): Promise<ModelRuntime> {
    const { authPath = getAuthPath(), modelsPath = getModelsPath(), credentials, signal } = options;
    const { modelsStore, modelsStorePath, refreshOnCreate = true } = options;
    signal?.throwIfAborted();
    const auth = credentials ? await givenStorage(credentials) : AuthStorage.create(authPath);
    const registry = new ModelRegistry({ auth, catalogue: builtInCatalogue, modelsPath });
    ProviderRegistrations.of(
      registry,
      modelsStore ?? (modelsStorePath ? new ModelsStoreFile(modelsStorePath) : undefined),
    );
    await Promise.all([registry.load(), refreshOnCreate ? auth.listLogins() : undefined]);
    signal?.throwIfAborted();
    return ModelRuntime.of(registry);
  }

  /** Returns the runtime for the models of a session. The same registry gives the same object. */
  static of(registry: ModelRegistry): ModelRuntime {
    const known = runtimes.get(registry) ?? new ModelRuntime(registry);
    runtimes.set(registry, known);
    return known;
  }

  getProviders(): readonly ModelProvider[] {
    return this.registry.getProviders().flatMap((id) => this.getProvider(id) ?? []);
  }

  getProvider(provider: string): ModelProvider | undefined {
    return this.registry.getProvider(provider);
  }

  getModels(provider?: string): readonly Model[] {
    return this.registry.getModelsOfType("chat", provider);
  }

  getModel(provider: string, modelId: string): Model | undefined {
    return this.registry.find(provider, modelId);
  }

  /** Returns the model unless it is a virtual one that routes to others. */
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

  /** Returns models of every type. */
  getAllModels(provider?: string): readonly AnyModel[] {
    return MODEL_TYPES.flatMap((type): readonly AnyModel[] => this.getModelsOfType(type, provider));
  }

  async getAvailableOfType<TType extends ModelType>(
    type: TType,
    provider?: string,
    options?: AuthOperationOptions,
  ): Promise<readonly ModelTypeMap[TType][]> {
    options?.signal?.throwIfAborted();
    return await this.registry.getAvailableOfType(type, provider);
  }

  classify: ModelRegistry["classify"] = (...request) => this.registry.classify(...request);
  generateImages: ModelRegistry["generateImages"] = (...request) => this.registry.generateImages(...request);

  /** Resolves to the models of every type that can be used now. */
  async getAllAvailable(provider?: string, options?: AuthOperationOptions): Promise<readonly AnyModel[]> {
    const lists = MODEL_TYPES.map(
      async (type): Promise<readonly AnyModel[]> => await this.getAvailableOfType(type, provider, options),
    );
    return (await Promise.all(lists)).flat();
  }

  /** Resolves to the chat models that can be used now. */
  async getAvailable(provider?: string, options?: AuthOperationOptions): Promise<readonly Model[]> {
    return await this.getAvailableOfType("chat", provider, options);
  }

  /** Returns the loaded models that can be used now. */
  getAvailableSnapshot(): readonly Model[] {
    return this.registry.getAvailable();
  }

  /** Returns the problem with models.json, if there is one. */
  getError(): string | undefined {
    return this.registry.getError();
  }

  hasConfiguredAuth(provider: string): boolean {
    return this.registry.hasConfiguredAuth({ provider });
  }

  /** Resolves to the kind of credentials that a provider has, if any. Renews nothing. */
  async checkAuth(provider: string, options: AuthOperationOptions = {}): Promise<AuthCheck | undefined> {
    options.signal?.throwIfAborted();
    const { natives } = this.registrations;
    if (natives.get(provider)?.auth) return await natives.checkAuth(provider, options);
    const signal = options.signal ?? new AbortController().signal;
    const ctx = { env: async () => undefined, fileExists: async () => false };
    return await this.getProvider(provider)?.auth.apiKey?.check?.({ ctx, signal });
  }

  /** Resolves to the credentials for requests to a provider or model, or to `undefined` if there are none. */
  getAuth(
    target: string | Pick<AnyModel, "provider" | "id">,
    overrides?: AuthResolutionOverrides,
  ): Promise<AuthResult | undefined> {
    return this.registry.getProviderAuth(target, overrides);
  }

  /** Lists the stored credentials without their secrets. */
  async listCredentials(options?: AuthOperationOptions): ReturnType<AuthStorage["list"]> {
    options?.signal?.throwIfAborted();
    return await this.registry.authStorage.list();
  }

  /** Returns whether requests are paid by a subscription instead of per token. */
  isUsingSubscription(provider: string): boolean {
    return this.isUsingOAuth(provider) && this.getProvider(provider)?.auth.oauth?.isSubscription !== false;
  }

  isUsingOAuth(provider: string): boolean {
    return this.registry.isUsingOAuth({ provider });
  }

  getProviderAuthStatus(provider: string): AuthStatus {
    return this.registry.getProviderAuthStatus(provider);
  }

  stream(model: Model, context: Context, options?: OwnOptions): AssistantMessageEventStream {
    return this.registry.stream(model, context, options);
  }

  streamSimple(model: Model, context: Context, options?: SimpleOptions): AssistantMessageEventStream {
    return this.registry.streamSimple(model, context, options);
  }

  complete(model: Model, context: Context, options?: OwnOptions): Promise<AssistantMessage> {
    return this.registry.complete(model, context, options);
  }

  completeSimple(model: Model, context: Context, options?: SimpleOptions): Promise<AssistantMessage> {
    return this.registry.streamSimple(model, context, options).result();
  }

  /** Streams the answer that a handle stands for, or `deferred` again. */
  streamDeferred(
    model: Model,
    handle: DeferredHandle,
    options?: DeferredFetchOptions & ModelsRequestTransforms,
  ): AssistantMessageEventStream {
    return this.registry.streamDeferred(model, handle, options);
  }

  fetchDeferred(
    model: Model,
    handle: DeferredHandle,
    options?: DeferredFetchOptions & ModelsRequestTransforms,
  ): Promise<AssistantMessage> {
    return this.streamDeferred(model, handle, options).result();
  }

  cancelDeferred(
    model: Model,
    handle: DeferredHandle,
    options?: DeferredCancelOptions & ModelsRequestTransforms,
  ): Promise<void> {
    return this.registry.cancelDeferred(model, handle, options);
  }

  /** Resolves to the model that answers a request: for a virtual model, the one it routes to. Rejects if that cannot be used. */
  resolveModel(model: Model, messages: readonly Message[], options: ResolveModelOptions): Promise<ModelRoute> {
    return resolveModel(this.registry, model, messages, options);
  }

  registerProvider(provider: string, config: ProviderConfig): void {
    requireCompleteProvider(provider, config, this.registry.isInCatalogue(provider));
    this.registrations.register(provider, config);
  }

  registerNativeProvider(provider: NativeProvider): void {
    this.registrations.registerNative(provider);
  }

  unregisterProvider(provider: string): void {
    this.registrations.unregister(provider);
  }

  registerVirtualModel(definition: VirtualModelDefinition): void {
    this.registry.registerVirtualModel(definition);
  }

  unregisterVirtualModel(provider: string, id: string): void {
    this.registry.unregisterVirtualModel(provider, id);
  }

  getRegisteredProviderConfig(provider: string): ProviderConfig | undefined {
    return this.registrations.natives.get(provider) ? undefined : this.registry.getRegisteredProviderConfig(provider);
  }

  getRegisteredProviderIds(): readonly string[] {
    return this.registry.getRegisteredProviderIds();
  }

  getRegisteredNativeProvider(provider: string): NativeProvider | undefined {
    return this.registrations.natives.get(provider);
  }

  /** Reads models.json again and asks the providers whose lists can change. Failures are in the result. */
  async refresh(options: ModelsRefreshOptions = {}): Promise<ModelsRefreshResult> {
    await this.registry.refresh();
    return await this.registrations.refresh(options);
  }

  /** Signs in or asks for a key, and stores the credential. */
  async login(
    provider: string,
    type: AuthType,
    interaction: AuthInteraction,
    options?: LoginOptions,
  ): Promise<Credential> {
    const credential = await login(this.registry, { provider, type, interaction, ...(options ? { options } : {}) });
    await this.synchronize(provider, "login", interaction, credential);
    return credential;
  }

  async logout(provider: string, options?: AuthOperationOptions): Promise<void> {
    await this.registry.authStorage.delete(provider, options);
    await this.synchronize(provider, "logout", options);
  }

  async setRuntimeApiKey(provider: string, apiKey: string, options?: AuthOperationOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    this.registry.authStorage.setRuntimeApiKey(provider, apiKey);
    await this.synchronize(provider, "setRuntimeApiKey", options);
  }

  async removeRuntimeApiKey(provider: string, options?: AuthOperationOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    this.registry.authStorage.removeRuntimeApiKey(provider);
    await this.synchronize(provider, "removeRuntimeApiKey", options);
  }

  private get registrations(): ProviderRegistrations {
    return ProviderRegistrations.of(this.registry);
  }

  /** Updates the provider's models, which may depend on the credentials. */
  private async synchronize(
    provider: string,
    operation: CredentialSynchronizationOperation,
    { signal = new AbortController().signal }: AuthOperationOptions = {},
    credential?: Credential,
  ): Promise<void> {
    const update = async () => {
      await this.registry.load([provider]);
      await this.registrations.update(provider, { signal });
    };
    await untilAborted(update(), signal).catch((cause: unknown) => {
      throw new CredentialSynchronizationError(provider, operation, credential, { cause });
    });
  }
}

const runtimes = new WeakMap<ModelRegistry, ModelRuntime>();

const MODEL_TYPES: readonly ModelType[] = ["chat", "image", "classifier"];

async function givenStorage(credentials: GivenCredentials): Promise<AuthStorage> {
  return credentials instanceof AuthStorage ? credentials : new AuthStorage(await createBackend(credentials));
}

/** Throws what pi throws for a registration that lacks something: a provider of its own must say how its models are reached. */
export function requireCompleteProvider(name: string, config: ProviderConfig, isBuiltIn: boolean): void {
  const { api, baseUrl, models = [], streamSimple } = config;
  if (streamSimple && !api) throw new Error(`Provider ${name}: "api" is required when registering streamSimple.`);
  if (isBuiltIn) return;
  for (const model of models) {
    if (!baseUrl && !model.baseUrl)
      throw new Error(`Provider ${name}: "baseUrl" is required when defining custom models (model ${model.id}).`);
    if (!api && !model.api)
      throw new Error(`Provider ${name}, model ${model.id}: no "api" specified. Set it for the provider or the model.`);
  }
}
