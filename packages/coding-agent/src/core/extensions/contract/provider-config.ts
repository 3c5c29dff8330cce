import type {
  AssistantMessageEventStream,
  Context,
  Credential,
  Model,
  ProviderAuth,
  RefreshModelsContext,
  SimpleStreamOptions,
  StreamOptions,
} from "@tau/ai";
import type { OAuthProvider } from "../../auth/index.ts";
import type {
  ProviderConfig as ModelProviderConfig,
  ModelRoute,
  ModelRouteRequest,
  ProviderModelConfig,
  VirtualModelDefinition,
} from "../../models/index.ts";
import type { ExtensionContext } from "./context.ts";

export type { RefreshModelsContext } from "@tau/ai";
export type { ModelRoute, ModelRouteReason, ModelRouteRequest, ProviderModelConfig } from "../../models/index.ts";

/** What `pi.registerProvider` takes: models to add or an endpoint to move, and how to log in and to stream. */
export interface ProviderConfig extends ModelProviderConfig {
  streamSimple?: (model: Model, context: Context, options?: SimpleStreamOptions) => AssistantMessageEventStream;
  /** With the protocol's own options. Default: as `streamSimple`. */
  stream?: (model: Model, context: Context, options?: StreamOptions) => AssistantMessageEventStream;
  /** Its answer takes the place of `models`. */
  refreshModels?(context: RefreshModelsContext): Promise<ProviderModelConfig[]>;
  /** The id is the provider's name. */
  oauth?: Omit<OAuthProvider, "id"> & { isSubscription?: boolean };
}

/** A provider as one object, with sign-in and streaming of its own. */
export interface NativeProvider {
  id: string;
  name?: string;
  baseUrl?: string;
  auth?: ProviderAuth;
  getModels?(): readonly Model[];
  refreshModels?(context: RefreshModelsContext): Promise<unknown>;
  filterModels?(models: readonly Model[], credential: Credential | undefined): readonly Model[];
  stream?(model: Model, context: Context, options?: StreamOptions): AssistantMessageEventStream;
  streamSimple?(model: Model, context: Context, options?: SimpleStreamOptions): AssistantMessageEventStream;
  [key: string]: unknown;
}

/** A name in the list of models that sends each request to another. */
export interface ExtensionVirtualModel<TState = unknown> extends Omit<VirtualModelDefinition<TState>, "route"> {
  route(request: ModelRouteRequest<TState>, ctx: ExtensionContext): ModelRoute<TState> | Promise<ModelRoute<TState>>;
}
