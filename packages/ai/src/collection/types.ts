import type { OAuthCredentials } from "../auth/oauth/types.ts";
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
import type { ModelsStore, ModelsStoreEntry } from "./models-store.ts";

/** What one request is sent with. */
export interface ModelAuth {
  apiKey?: string;
  headers?: Record<string, string | null>;
  baseUrl?: string;
}

export interface ApiKeyCredential {
  type: "api_key";
  key?: string;
  /** Further values the provider asks for, such as an account id. */
  env?: Record<string, string>;
}

export interface OAuthCredential extends OAuthCredentials {
  type: "oauth";
}

export type Credential = ApiKeyCredential | OAuthCredential;
export type AuthType = Credential["type"];

export interface CredentialInfo {
  providerId: string;
  type: AuthType;
}

export interface AuthOperationOptions {
  signal?: AbortSignal;
}

/** One credential per provider. `modify` is the only way to write: nothing comes between its reading and its writing. */
export interface CredentialStore {
  read(providerId: string, options?: AuthOperationOptions): Promise<Credential | undefined>;
  list(options?: AuthOperationOptions): Promise<readonly CredentialInfo[]>;
  modify(
    providerId: string,
    change: (current: Credential | undefined) => Promise<Credential | undefined>,
    options?: AuthOperationOptions,
  ): Promise<Credential | undefined>;
  delete(providerId: string, options?: AuthOperationOptions): Promise<void>;
}

/** What credentials may look at outside themselves. */
export interface AuthContext {
  env(name: string): Promise<string | undefined>;
  fileExists(path: string): Promise<boolean>;
}

export interface AuthResult {
  auth: ModelAuth;
  env?: Record<string, string>;
  /** Where it comes from, for a status line. */
  source?: string;
}

export interface AuthCheck {
  source?: string;
  type: AuthType;
}

export type AuthPrompt = { signal?: AbortSignal; message: string; placeholder?: string } & (
  | { type: "text" | "secret" | "manual_code" }
  | { type: "select"; options: readonly { id: string; label: string; description?: string }[] }
);

export type AuthEvent =
  | { type: "info"; message: string; links?: readonly { url: string; label?: string }[] }
  | { type: "auth_url"; url: string; instructions?: string }
  | {
      type: "device_code";
      userCode: string;
      verificationUri: string;
      intervalSeconds?: number;
      expiresInSeconds?: number;
    }
  | { type: "progress"; message: string };

export interface AuthInteraction {
  signal?: AbortSignal;
  prompt(prompt: AuthPrompt): Promise<string>;
  notify(event: AuthEvent): void;
}

interface ResolveInput {
  ctx: AuthContext;
  credential?: ApiKeyCredential;
  signal: AbortSignal;
}

export interface ApiKeyAuth {
  name: string;
  login?(interaction: AuthInteraction): Promise<ApiKeyCredential>;
  /** Like `resolve`, without doing anything. */
  check?(input: ResolveInput): Promise<AuthCheck | undefined>;
  /** `undefined` means: not configured. */
  resolve(input: ResolveInput): Promise<AuthResult | undefined>;
}

export interface OAuthAuth {
  name: string;
  isSubscription?: boolean;
  loginLabel?: string;
  login(interaction: AuthInteraction): Promise<OAuthCredential>;
  refresh(credential: OAuthCredential, signal: AbortSignal): Promise<OAuthCredential>;
  toAuth(credential: OAuthCredential): Promise<ModelAuth>;
}

export interface ProviderAuth {
  apiKey?: ApiKeyAuth;
  oauth?: OAuthAuth;
}

export interface RefreshModelsContext {
  credential?: Credential;
  stored?: Readonly<ModelsStoreEntry>;
  allowNetwork: boolean;
  force?: boolean;
  signal: AbortSignal;
  baseUrl?: string;
  /** Keeps a fetched list; false if the provider was replaced in the meantime. */
  publish(publication: { persist?: ModelsStoreEntry | null; update?: () => void }): Promise<boolean>;
}

/** What a provider whose models speak `TApi` may list. */
export type ProviderModel<TApi extends Api = Api> = Model<TApi> | ImageModel | ClassifierModel;

/** Who serves models: their list, how to sign in, and how to ask them. */
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
  /** Those that are good for something else too; without it, the models to talk with are all. */
  getAllModels?(): readonly ProviderModel<TApi>[];
  refreshModels?(context: RefreshModelsContext): Promise<void>;
  /** Which models a credential is good for. */
  filterModels?(models: readonly Model<TApi>[], credential: Credential | undefined): readonly Model<TApi>[];
  /** The same for models of every kind; without it, only those to talk with are filtered. */
  filterAllModels?(
    models: readonly ProviderModel<TApi>[],
    credential: Credential | undefined,
  ): readonly ProviderModel<TApi>[];
}

/** What one request brings along in place of what the collection would find. */
export interface AuthResolutionOverrides extends AuthOperationOptions {
  apiKey?: string;
  env?: Record<string, string>;
  /** How long a sign-in must still hold (default five minutes). */
  minOAuthValidityMs?: number;
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

/** Sees the headers of a request as the provider would get them, and may replace them. */
export interface ModelsRequestTransforms {
  transformHeaders?: (
    headers: Record<string, string | null>,
  ) => Record<string, string | null> | Promise<Record<string, string | null>>;
}

/** Providers under one roof: finds models, resolves credentials, and sends each request to who serves its model. */
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
  /** The answer that a handle stands for, or `deferred` once more. */
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
  /** Adds a provider, or replaces the one of its id. */
  setProvider(provider: ModelProvider): void;
  deleteProvider(id: string): void;
  clearProviders(): void;
}

export interface CreateModelsOptions {
  credentials?: CredentialStore;
  modelsStore?: ModelsStore;
  authContext?: AuthContext;
  /** Who every request comes from; what a request says of its own stands above it. */
  identity?: ClientIdentity;
}
