import type { ModelRoute, ModelRouteRequest, VirtualModelDefinition } from "../../models/index.ts";
import type { ExtensionContext } from "./context.ts";

export type { RefreshModelsContext } from "@tau/ai";
export type {
  ModelRoute,
  ModelRouteReason,
  ModelRouteRequest,
  NativeProvider,
  ProviderConfig,
  ProviderModelConfig,
} from "../../models/index.ts";

/** A name in the list of models that sends each request to another. */
export interface ExtensionVirtualModel<TState = unknown> extends Omit<VirtualModelDefinition<TState>, "route"> {
  route(request: ModelRouteRequest<TState>, ctx: ExtensionContext): ModelRoute<TState> | Promise<ModelRoute<TState>>;
}
