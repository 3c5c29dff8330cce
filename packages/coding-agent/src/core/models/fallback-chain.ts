import type { Model } from "@tau/ai";
import { modelName } from "./model-reference.ts";
import type { ModelRegistry } from "./model-registry.ts";
import { resolveModelScope, type ScopedModel } from "./model-scope.ts";

export interface RateLimit {
  readonly model: Model;
  /** The key of the request that was refused. */
  readonly apiKey?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

export type FallbackStep =
  | { readonly kind: "credential"; readonly message: string }
  | ({ readonly kind: "model"; readonly message: string } & ScopedModel);

/** What to go on with when a model stays rate limited: the provider's other credentials first, then the user's other models. */
export class FallbackChain {
  private readonly registry: ModelRegistry;
  private readonly patterns: readonly string[];
  private readonly limited = new Set<string>();

  constructor(registry: ModelRegistry, patterns: readonly string[]) {
    this.registry = registry;
    this.patterns = patterns;
  }

  /** The next step, or `undefined` where there is none left and the run has to wait or fail. */
  async next({ model, apiKey, retryAfterMs }: RateLimit): Promise<FallbackStep | undefined> {
    const name = modelName(model);
    const another =
      apiKey !== undefined && (await this.registry.authStorage.reportRateLimit(model.provider, apiKey, retryAfterMs));
    if (another) return { kind: "credential", message: `${name} is rate limited: going on with another credential` };
    this.limited.add(name);
    await this.registry.loadUsable();
    const { scopedModels } = resolveModelScope(this.patterns, this.registry.getAvailable());
    const found = scopedModels.find((entry) => !this.limited.has(modelName(entry.model)));
    return (
      found && { kind: "model", ...found, message: `${name} is rate limited: going on with ${modelName(found.model)}` }
    );
  }

  /** A request to this model went well again. */
  succeeded(model: Model): void {
    this.limited.delete(modelName(model));
  }
}
