import type { AssistantMessage, Model } from "@tau/ai";
import type { FallbackStep } from "../../models/index.ts";
import { isVirtualModel, modelName } from "../../models/index.ts";
import type { ModelChoice } from "../model/model-choice.ts";
import type { SessionEvents } from "../session-events.ts";

/** Provides the alternatives that are left when a model is rate limited. */
export interface FallbackSource {
  next(limit: { readonly model: Model; readonly retryAfterMs?: number | undefined }): Promise<FallbackStep | undefined>;
  succeeded(model: Model): void;
}

export interface RateLimitFallbackParts {
  readonly source: FallbackSource;
  readonly choice: ModelChoice;
  readonly events: SessionEvents;
}

/** After a rate limit, continues at once with another credential or model, if there is one, instead of waiting. */
export class RateLimitFallback {
  private readonly parts: RateLimitFallbackParts;

  constructor(parts: RateLimitFallbackParts) {
    this.parts = parts;
  }

  /** Resolves to whether the turn can be retried now. The alternative is reported to subscribers, and a change of model is recorded in the log. */
  async continueRun({ stopReason, error }: AssistantMessage): Promise<boolean> {
    if (stopReason !== "error" || error?.code !== "rate-limit") return false;
    const { source, choice, events } = this.parts;
    const { model } = choice;
    // A virtual model chooses again for the next attempt.
    if (isVirtualModel(model)) return false;
    const step = await source.next({ model, retryAfterMs: error.retryAfterMs });
    if (!step) return false;
    if (step.kind === "model") {
      await choice.setModel(step.model, "set", { keepDefault: true });
      if (step.thinkingLevel) choice.setThinkingLevel(step.thinkingLevel, { keepDefault: true });
    }
    const { kind, message } = step;
    events.emit({ type: "retry_fallback_applied", kind, from: modelName(model), to: modelName(choice.model), message });
    return true;
  }

  settle(answer: AssistantMessage | undefined): void {
    if (answer && answer.stopReason !== "error") this.parts.source.succeeded(this.parts.choice.model);
  }
}
