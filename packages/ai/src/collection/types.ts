import type { AnyModel, ModelType, ModelTypeMap } from "../contract/any-model.ts";
import type {
  ClassifierContext,
  ClassifierModel,
  ClassifierOptions,
  ClassifierResult,
  ProviderClassifier,
} from "../contract/classifier.ts";
import type { Context } from "../contract/context.ts";
import type { DeferredCancelOptions, DeferredFetchOptions, DeferredHandle } from "../contract/deferred.ts";
import type { ClientIdentity } from "../contract/identity.ts";
import type { AssistantImages, ImageModel, ImagesContext, ImagesOptions, ProviderImages } from "../contract/images.ts";
import type { AssistantMessage } from "../contract/messages.ts";
import type { Api, Model } from "../contract/model.ts";
import type { ProviderStreamOptions, ProviderStreams, SimpleStreamOptions } from "../contract/options.ts";
import type { AssistantMessageEventStream } from "../stream/assistant-message-event-stream.ts";
import type {
  AuthCheck,
  AuthContext,
  AuthInteraction,
  AuthOperationOptions,
  AuthResolutionOverrides,
  AuthResult,
  AuthType,
  Credential,
  CredentialStore,
  ProviderAuth,
} from "./auth-types.ts";
import type { ModelsStore, ModelsStoreEntry } from "./models-store.ts";

export interface RefreshModelsContext {
  credential?: Credential;
  stored?: Readonly<ModelsStoreEntry>;
  allowNetwork: boolean;
  force?: boolean;
  signal: AbortSignal;
  baseUrl?: string;
  /** Stores a fetched list; returns false if the provider was replaced or the refresh aborted meanwhile. */
  publish(publication: { persist?: ModelsStoreEntry | null; update?: () => void }): Promise<boolean>;
}

/** The models that a provider whose models speak `TApi` may list. */
export type ProviderModel<TApi extends Api = Api> = Model<TApi> | ImageModel | ClassifierModel;

/** A provider of models: their list, the authentication, and the requests. */
export interface ModelProvider<TApi extends Api = Api>
  extends ProviderStreams,
    Partial<ProviderImages>,
    Partial<ProviderClassifier> {
  readonly id: string;
  readonly name: string;
  readonly baseUrl?: string;
  readonly headers?: Record<string, string | null>;
  readonly auth: ProviderAuth;
  getModels(): readonly Model<TApi>[];
  /** Returns models of all types; without it, the chat models are all there are. */
  getAllModels?(): readonly ProviderModel<TApi>[];
  refreshModels?(context: RefreshModelsContext): Promise<void>;
  /** Returns the models that a credential permits. */
  filterModels?(models: readonly Model<TApi>[], credential: Credential | undefined): readonly Model<TApi>[];
  /** Same as `filterModels` for models of all types; without it, only chat models are filtered. */
  filterAllModels?(
    models: readonly ProviderModel<TApi>[],
    credential: Credential | undefined,
  ): readonly ProviderModel<TApi>[];
}

export interface ModelsRefreshOptions {
  allowNetwork?: boolean;
  providers?: readonly string[];
  force?: boolean;
  signal?: AbortSignal;
}

export interface ModelsRefreshResult {
  aborted: boolean;
  errors: ReadonlyMap<string, Error>;
}

/** Receives the final headers of a request and may replace them. */
export interface ModelsRequestTransforms {
  transformHeaders?: (
    headers: Record<string, string | null>,
  ) => Record<string, string | null> | Promise<Record<string, string | null>>;
}

/** A collection of providers: finds models, resolves credentials, and sends each request to the provider of its model. */
export interface Models {
  getProviders(): readonly ModelProvider[];
  getProvider(id: string): ModelProvider | undefined;
  getModels(provider?: string): readonly Model[];
  getModel(provider: string, id: string): Model | undefined;
  getModelsOfType<TType extends ModelType>(type: TType, provider?: string): readonly ModelTypeMap[TType][];
  getModelOfType<TType extends ModelType>(type: TType, provider: string, id: string): ModelTypeMap[TType] | undefined;
  getAllModels(provider?: string): readonly AnyModel[];
  refresh(options?: ModelsRefreshOptions): Promise<ModelsRefreshResult>;
  checkAuth(providerId: string, options?: AuthOperationOptions): Promise<AuthCheck | undefined>;
  getAvailable(providerId?: string, options?: AuthOperationOptions): Promise<readonly Model[]>;
  getAvailableOfType<TType extends ModelType>(
    type: TType,
    providerId?: string,
    options?: AuthOperationOptions,
  ): Promise<readonly ModelTypeMap[TType][]>;
  getAllAvailable(providerId?: string, options?: AuthOperationOptions): Promise<readonly AnyModel[]>;
  getAuth(target: string | AnyModel, overrides?: AuthResolutionOverrides): Promise<AuthResult | undefined>;
  login(providerId: string, type: AuthType, interaction: AuthInteraction): Promise<Credential>;
  logout(providerId: string, options?: AuthOperationOptions): Promise<void>;
  stream(model: Model, context: Context, options?: ProviderStreamOptions): AssistantMessageEventStream;
  complete(model: Model, context: Context, options?: ProviderStreamOptions): Promise<AssistantMessage>;
  streamSimple(
    model: Model,
    context: Context,
    options?: SimpleStreamOptions & ModelsRequestTransforms,
  ): AssistantMessageEventStream;
  completeSimple(
    model: Model,
    context: Context,
    options?: SimpleStreamOptions & ModelsRequestTransforms,
  ): Promise<AssistantMessage>;
  /** Streams the answer of a handle, or ends with `deferred` again if it is not ready. */
  streamDeferred(
    model: Model,
    handle: DeferredHandle,
    options?: DeferredFetchOptions & ModelsRequestTransforms,
  ): AssistantMessageEventStream;
  fetchDeferred(
    model: Model,
    handle: DeferredHandle,
    options?: DeferredFetchOptions & ModelsRequestTransforms,
  ): Promise<AssistantMessage>;
  cancelDeferred(
    model: Model,
    handle: DeferredHandle,
    options?: DeferredCancelOptions & ModelsRequestTransforms,
  ): Promise<void>;
  /** Never rejects. */
  generateImages(
    model: ImageModel,
    context: ImagesContext,
    options?: ImagesOptions & ModelsRequestTransforms,
  ): Promise<AssistantImages>;
  /** Never rejects. */
  classify(
    model: ClassifierModel,
    context: ClassifierContext,
    options?: ClassifierOptions & ModelsRequestTransforms,
  ): Promise<ClassifierResult>;
}

export interface MutableModels extends Models {
  /** Adds a provider or replaces the one with the same id. */
  setProvider(provider: ModelProvider): void;
  deleteProvider(id: string): void;
  clearProviders(): void;
}

export interface CreateModelsOptions {
  credentials?: CredentialStore;
  modelsStore?: ModelsStore;
  authContext?: AuthContext;
  /** The identity of every request; the identity given with a request overrides it. */
  identity?: ClientIdentity;
}
