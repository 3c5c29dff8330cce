import type { Model } from "@tau/ai";
import type { ScopedModel } from "../choice/model-scope.ts";
import { modelName } from "../model-name.ts";
import type { ModelRegistry } from "../model-registry.ts";

export interface RateLimit {
  readonly model: Model;
  /** The key of the refused request. */
  readonly apiKey?: string | undefined;
  /** The session that made the request. Each session has its own order of credentials. */
  readonly sessionId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

export type FallbackStep =
  | { readonly kind: "credential"; readonly message: string }
  | ({ readonly kind: "model"; readonly message: string } & ScopedModel);

/**
 * Chooses how to continue when a model stays rate limited: first another credential of the provider, then another model
 * of the user's list.
 */
export class FallbackChain {
  private readonly registry: ModelRegistry;
  private readonly patterns: () => readonly string[];
  private readonly limited = new Set<string>();
  /** Keys refused since the last successful request. None of them counts as another credential. */
  private readonly refused = new Set<string>();

  constructor(registry: ModelRegistry, patterns: () => readonly string[]) {
    this.registry = registry;
    this.patterns = patterns;
  }

  /** Resolves to the next step, or to `undefined` if none is left and the run has to wait or fail. */
  async next(limit: RateLimit): Promise<FallbackStep | undefined> {
    const name = modelName(limit.model);
    if (await this.hasOtherCredential(limit))
      return { kind: "credential", message: `${name} is rate limited: continuing with another credential` };
    this.limited.add(name);
    const patterns = this.patterns();
    if (patterns.length === 0) return undefined;
    this.registry.choose(...patterns);
    await this.registry.loadUsable();
    const { resolveModelScope } = await import("../choice/model-scope.ts");
    const { scopedModels } = resolveModelScope(patterns, this.registry.getAvailable());
    const found = scopedModels.find((entry) => !this.limited.has(modelName(entry.model)));
    return (
      found && {
        kind: "model",
        ...found,
        message: `${name} is rate limited: continuing with ${modelName(found.model)}`,
      }
    );
  }

  /** Records a successful request to this model. */
  succeeded(model: Model): void {
    this.limited.delete(modelName(model));
    this.refused.clear();
  }

  private async hasOtherCredential({ model, apiKey, sessionId, retryAfterMs }: RateLimit): Promise<boolean> {
    if (apiKey === undefined) return false;
    const { authStorage } = this.registry;
    this.refused.add(apiKey);
    if (!(await authStorage.reportRateLimit(model.provider, apiKey, retryAfterMs))) return false;
    const next = await authStorage.getApiKey(model.provider, sessionId === undefined ? {} : { sessionId });
    return next !== undefined && !this.refused.has(next);
  }
}
