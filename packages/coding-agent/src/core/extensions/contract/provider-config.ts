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

/** An entry in the list of models that routes each request to another model. */
export interface ExtensionVirtualModel<TState = unknown> extends Omit<VirtualModelDefinition<TState>, "route"> {
  route(request: ModelRouteRequest<TState>, ctx: ExtensionContext): ModelRoute<TState> | Promise<ModelRoute<TState>>;
}
