import { clampThinkingLevel, type Model } from "@tau/ai";
import { ModelError } from "../model-error.ts";
import { modelName } from "../model-name.ts";
import {
  createVirtualModel,
  isVirtualModel,
  type ModelRoute,
  type ModelRouteRequest,
  type VirtualModelDefinition,
} from "./virtual-model.ts";

interface Registered {
  readonly model: Model;
  readonly definition: VirtualModelDefinition;
}

/** The virtual models of a registry. */
export class VirtualModels {
  private readonly registered = new Map<string, Registered>();

  providers(): string[] {
    return [...new Set([...this.registered.values()].map(({ model }) => model.provider))];
  }

  /** Registers a virtual model and replaces an earlier one of the same name. */
  register(definition: VirtualModelDefinition, physical: readonly Model[]): void {
    const model = createVirtualModel(definition);
    const name = modelName(model);
    if (!definition.id || !definition.provider || typeof definition.route !== "function")
      throw new ModelError("invalid-model", "A virtual model needs a provider, an id and a route function.");
    if (physical.some(({ id }) => id === definition.id))
      throw new ModelError("invalid-model", `${name} is a model of its own: choose another id for the virtual one.`);
    this.registered.set(name, { model, definition });
  }

  unregister(provider: string, id: string): void {
    this.registered.delete(`${provider}/${id}`);
  }

  /** Adds the virtual models to a provider's list. A virtual model hides a model of the same id that the provider has added since. */
  addTo(provider: string, physical: readonly Model[]): readonly Model[] {
    if (this.registered.size === 0) return physical;
    const own = [...this.registered.values()].flatMap(({ model }) => (model.provider === provider ? [model] : []));
    if (own.length === 0) return physical;
    return [...physical.filter(({ id }) => !own.some((model) => model.id === id)), ...own];
  }

  /** Asks the router of `request.model` for a model. It must be a usable model that is not virtual. */
  async route(request: ModelRouteRequest, isUsable: (model: Model) => boolean): Promise<ModelRoute> {
    const name = modelName(request.model);
    const known = this.registered.get(name);
    if (!known) throw new ModelError("unroutable", `${name} is not registered any more. Choose another model.`);
    const route = await known.definition.route(request);
    const to = route?.model;
    if (!to) throw new ModelError("unroutable", `${name} chose no model for this request.`);
    if (isVirtualModel(to))
      throw new ModelError("unroutable", `${name} chose ${modelName(to)}, which only chooses too.`);
    if (!isUsable(to)) throw new ModelError("unroutable", `${name} chose ${modelName(to)}, for which there is no key.`);
    return { ...route, thinkingLevel: clampThinkingLevel(to, route.thinkingLevel ?? "off") };
  }
}
