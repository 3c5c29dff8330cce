import type { AnyModel, ModelType, ModelTypeMap } from "../contract/any-model.ts";
import type {
  ClassifierContext,
  ClassifierModel,
  ClassifierOptions,
  ClassifierResult,
} from "../contract/classifier.ts";
import type { Context } from "../contract/context.ts";
import type { DeferredCancelOptions, DeferredFetchOptions, DeferredHandle } from "../contract/deferred.ts";
import type { ClientIdentity } from "../contract/identity.ts";
import type { AssistantImages, ImageModel, ImagesContext, ImagesOptions } from "../contract/images.ts";
import type { AssistantMessage } from "../contract/messages.ts";
import type { Model } from "../contract/model.ts";
import type { ProviderStreamOptions, SimpleStreamOptions } from "../contract/options.ts";
import { isModelType } from "../models/compare-models.ts";
import { lazyStream } from "../registry/lazy-api.ts";
import type { AssistantMessageEventStream } from "../stream/assistant-message-event-stream.ts";
import { defaultProviderAuthContext } from "./api-key-auth.ts";
import type {
  AuthCheck,
  AuthInteraction,
  AuthOperationOptions,
  AuthResolutionOverrides,
  AuthResult,
  AuthType,
  Credential,
} from "./auth-types.ts";
import { InMemoryCredentialStore } from "./credential-store.ts";
import { failedClassification, failedImages } from "./failed-operation.ts";
import { mergeHeaders } from "./merge-headers.ts";
import { ModelsError } from "./models-error.ts";
import { InMemoryModelsStore, type ModelsStore } from "./models-store.ts";
import { observeRequest } from "./observe-request.ts";
import { type PreparedRequest, prepareRequest, type RequestOptions } from "./prepare-request.ts";
import { type AuthSources, checkAuth, never, resolveAuth } from "./resolve-auth.ts";
import type {
  CreateModelsOptions,
  ModelProvider,
  ModelsRefreshOptions,
  ModelsRefreshResult,
  MutableModels,
  ModelsRequestTransforms as Transforms,
} from "./types.ts";

/** Creates an empty collection of providers with its own credentials. It shares no global state. */
export function createModels(options: CreateModelsOptions = {}): MutableModels {
  return new ProviderCollection(options);
}

class ProviderCollection implements MutableModels {
  private readonly providers = new Map<string, ModelProvider>();
  private readonly sources: AuthSources;
  private readonly store: ModelsStore;
  private readonly identity: ClientIdentity | undefined;

  constructor(options: CreateModelsOptions) {
    this.sources = {
      credentials: options.credentials ?? new InMemoryCredentialStore(),
      context: options.authContext ?? defaultProviderAuthContext(),
    };
    this.store = options.modelsStore ?? new InMemoryModelsStore();
    this.identity = options.identity;
  }

  setProvider(provider: ModelProvider): void {
    this.providers.set(provider.id, provider);
  }

  deleteProvider(id: string): void {
    this.providers.delete(id);
  }

  clearProviders(): void {
    this.providers.clear();
  }

  getProviders(id?: string): readonly ModelProvider[] {
    return [...this.providers.values()].filter((provider) => id === undefined || provider.id === id);
  }

  getProvider(id: string): ModelProvider | undefined {
    return this.providers.get(id);
  }

  getModels(provider?: string): readonly Model[] {
    return this.getModelsOfType("chat", provider);
  }

  getModel(provider: string, id: string): Model | undefined {
    return this.getModelOfType("chat", provider, id);
  }

  getModelsOfType<TType extends ModelType>(type: TType, provider?: string): readonly ModelTypeMap[TType][] {
    return this.getAllModels(provider).filter((model): model is ModelTypeMap[TType] => isModelType(model, type));
  }

  getModelOfType<TType extends ModelType>(type: TType, provider: string, id: string): ModelTypeMap[TType] | undefined {
    return this.getModelsOfType(type, provider).find((model) => model.id === id);
  }

  getAllModels(provider?: string): readonly AnyModel[] {
    return this.getProviders(provider).flatMap((each) => each.getAllModels?.() ?? each.getModels());
  }

  async refresh(options?: ModelsRefreshOptions): Promise<ModelsRefreshResult> {
    const { refreshProviders } = await import("./refresh-providers.ts");
    return await refreshProviders(this.providers, { ...this.sources, store: this.store }, options);
  }

  async checkAuth(id: string, { signal = never() }: AuthOperationOptions = {}): Promise<AuthCheck | undefined> {
    const provider = this.providers.get(id);
    return provider && (await checkAuth(provider, this.sources, signal));
  }

  getAvailable(id?: string, options?: AuthOperationOptions): Promise<readonly Model[]> {
    return this.getAvailableOfType("chat", id, options);
  }

  async getAvailableOfType<TType extends ModelType>(
    type: TType,
    id?: string,
    options?: AuthOperationOptions,
  ): Promise<readonly ModelTypeMap[TType][]> {
    const all = await this.getAllAvailable(id, options);
    return all.filter((model): model is ModelTypeMap[TType] => isModelType(model, type));
  }

  async getAllAvailable(id?: string, { signal = never() }: AuthOperationOptions = {}): Promise<readonly AnyModel[]> {
    const lists = this.getProviders(id).map((provider) => availableModels(provider, this.sources, signal));
    return (await Promise.all(lists)).flat();
  }

  async getAuth(target: string | AnyModel, overrides?: AuthResolutionOverrides): Promise<AuthResult | undefined> {
    const provider = this.providers.get(typeof target === "string" ? target : target.provider);
    const found = provider && (await resolveAuth(provider, this.sources, overrides));
    const own = typeof target === "string" ? undefined : target.headers;
    return found && own ? { ...found, auth: { ...found.auth, headers: mergeHeaders(found.auth.headers, own) } } : found;
  }

  async login(id: string, type: AuthType, interaction: AuthInteraction): Promise<Credential> {
    const { auth } = this.require(id);
    const method = type === "oauth" ? auth.oauth : auth.apiKey;
    if (!method?.login) throw new ModelsError("auth", `${id} has no sign-in of the kind ${type}.`);
    const credential = await method.login(interaction);
    await this.sources.credentials.modify(id, async () => credential);
    return credential;
  }

  logout(id: string, options?: AuthOperationOptions): Promise<void> {
    return this.sources.credentials.delete(id, options);
  }

  stream(model: Model, context: Context, given?: ProviderStreamOptions): AssistantMessageEventStream {
    return this.ask(model, given, ({ provider, target, options }) => provider.stream(target, context, options));
  }

  streamSimple(model: Model, context: Context, given?: SimpleStreamOptions & Transforms): AssistantMessageEventStream {
    return this.ask(model, given, ({ provider, target, options }) => provider.streamSimple(target, context, options));
  }

  complete(model: Model, context: Context, options?: ProviderStreamOptions): Promise<AssistantMessage> {
    return this.stream(model, context, options).result();
  }

  completeSimple(
    model: Model,
    context: Context,
    options?: SimpleStreamOptions & Transforms,
  ): Promise<AssistantMessage> {
    return this.streamSimple(model, context, options).result();
  }

  streamDeferred(
    model: Model,
    handle: DeferredHandle,
    given?: DeferredFetchOptions & Transforms,
  ): AssistantMessageEventStream {
    const fetch = ({ provider, target, options }: PreparedRequest<Model, NonNullable<typeof given>>) => {
      if (!provider.fetchDeferred) throw cannot(provider, "answers that are fetched later");
      return provider.fetchDeferred(target, handle, options);
    };
    return this.ask(model, given, fetch, "pi.ai.poll");
  }

  fetchDeferred(
    model: Model,
    handle: DeferredHandle,
    options?: DeferredFetchOptions & Transforms,
  ): Promise<AssistantMessage> {
    return this.streamDeferred(model, handle, options).result();
  }

  async cancelDeferred(
    model: Model,
    handle: DeferredHandle,
    given?: DeferredCancelOptions & Transforms,
  ): Promise<void> {
    const { provider, target, options } = await this.prepare(model, given);
    if (!provider.cancelDeferred) throw cannot(provider, "answers that are fetched later");
    await provider.cancelDeferred(target, handle, options);
  }

  async generateImages(
    model: ImageModel,
    context: ImagesContext,
    given?: ImagesOptions & Transforms,
  ): Promise<AssistantImages> {
    try {
      const { provider, target, options } = await this.prepare(model, given);
      if (!provider.generateImages) throw cannot(provider, "pictures");
      return await provider.generateImages(target, context, options);
    } catch (error) {
      return failedImages(model, error, given?.signal);
    }
  }

  async classify(
    model: ClassifierModel,
    context: ClassifierContext,
    given?: ClassifierOptions & Transforms,
  ): Promise<ClassifierResult> {
    try {
      const { provider, target, options } = await this.prepare(model, given);
      if (!provider.classify) throw cannot(provider, "classifiers");
      return await provider.classify(target, context, options);
    } catch (error) {
      return failedClassification(model, error, given?.signal);
    }
  }

  private ask<TOptions extends RequestOptions<Model>>(
    model: Model,
    given: TOptions | undefined,
    start: (request: PreparedRequest<Model, TOptions>) => AssistantMessageEventStream,
    span: "pi.ai.request" | "pi.ai.poll" = "pi.ai.request",
  ): AssistantMessageEventStream {
    const observer = observeRequest(span, model, given);
    return lazyStream(model, async () => start(await this.prepare(model, given)), observer, given?.signal);
  }

  private async prepare<TModel extends AnyModel, TOptions extends RequestOptions<TModel>>(
    model: TModel,
    given: TOptions | undefined,
  ): Promise<PreparedRequest<TModel, TOptions>> {
    return await prepareRequest(this.require(model.provider), this.sources, this.identity, model, given);
  }

  private require(id: string): ModelProvider {
    const provider = this.providers.get(id);
    if (provider) return provider;
    throw new ModelsError("provider", `There is no provider ${id} in this collection.`);
  }
}

function cannot(provider: ModelProvider, what: string): ModelsError {
  return new ModelsError("provider", `${provider.name} has no ${what}.`);
}

/** Returns the models of a provider that the user can use: none if it is not configured, otherwise those the credential permits. */
async function availableModels(
  provider: ModelProvider,
  sources: AuthSources,
  signal: AbortSignal,
): Promise<readonly AnyModel[]> {
  if (!(await checkAuth(provider, sources, signal))) return [];
  const credential = await sources.credentials.read(provider.id, { signal });
  const all = provider.getAllModels?.() ?? provider.getModels();
  if (provider.filterAllModels) return provider.filterAllModels(all, credential);
  if (!provider.filterModels) return all;
  const chat = all.filter((model) => isModelType(model, "chat"));
  return [...provider.filterModels(chat, credential), ...all.filter((model) => !isModelType(model, "chat"))];
}
