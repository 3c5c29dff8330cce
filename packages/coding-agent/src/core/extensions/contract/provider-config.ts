import type {
  AssistantMessageEventStream,
  Context,
  Message,
  Model,
  ModelThinkingLevel,
  SimpleStreamOptions,
} from "@tau/ai";
import type { OAuthProvider } from "../../auth/index.ts";
import type { ProviderConfig as ModelProviderConfig, ProviderModelConfig } from "../../models/index.ts";
import type { ExtensionContext } from "./context.ts";

export type { ProviderModelConfig } from "../../models/index.ts";

export interface RefreshModelsContext {
  signal: AbortSignal;
  [key: string]: unknown;
}

/** What `pi.registerProvider` takes: models to add or an endpoint to move, and how to log in and to stream. */
export interface ProviderConfig extends ModelProviderConfig {
  streamSimple?: (model: Model, context: Context, options?: SimpleStreamOptions) => AssistantMessageEventStream;
  /** Its answer takes the place of `models`. */
  refreshModels?(context: RefreshModelsContext): Promise<ProviderModelConfig[]>;
  /** The id is the provider's name. */
  oauth?: Omit<OAuthProvider, "id"> & { isSubscription?: boolean };
}

/** A provider as one object, with streaming of its own. */
export interface NativeProvider {
  id: string;
  name?: string;
  baseUrl?: string;
  getModels?(): readonly Model[];
  refreshModels?(context: RefreshModelsContext): Promise<unknown>;
  streamSimple?(model: Model, context: Context, options?: SimpleStreamOptions): AssistantMessageEventStream;
  [key: string]: unknown;
}

export type ModelRouteReason = "user" | "continuation" | "retry" | "direct";

export interface ModelRouteRequest<TState = unknown> {
  model: Model;
  thinkingLevel: ModelThinkingLevel;
  reason: ModelRouteReason;
  previous?: { model: Model; thinkingLevel?: ModelThinkingLevel };
  state?: TState;
  messages: readonly Message[];
  signal?: AbortSignal;
}

export interface ModelRoute<TState = unknown> {
  model: Model;
  thinkingLevel: ModelThinkingLevel;
  state?: TState;
}

/** A name in the list of models that sends each request to another. */
export interface ExtensionVirtualModel<TState = unknown> {
  provider: string;
  id: string;
  name: string;
  thinkingLevels?: readonly ModelThinkingLevel[];
  contextWindow?: number;
  maxTokens?: number;
  input?: ("text" | "image")[];
  route(request: ModelRouteRequest<TState>, ctx: ExtensionContext): ModelRoute<TState> | Promise<ModelRoute<TState>>;
}
