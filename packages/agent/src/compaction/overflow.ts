import type { AssistantMessage, Model } from "@tau/ai";

export type OverflowDecision = "ignore" | "recover" | "give-up";

export const OVERFLOW_GIVE_UP_MESSAGE = "Context overflow recovery failed after one compact-and-retry attempt.";

export interface OverflowCase {
  readonly message: AssistantMessage;
  /** Whether the answer failed because the conversation was too long. */
  readonly isOverflow: boolean;
  readonly model: Pick<Model, "provider" | "id">;
  /** When the session was last compacted, in milliseconds. */
  readonly lastCompactedAt?: number | undefined;
}

/** Lets a run recover from an overflow once: a second one in a row means that compacting does not help. */
export class OverflowGuard {
  private recovered = false;

  decide({ message, isOverflow, model, lastCompactedAt }: OverflowCase): OverflowDecision {
    if (!isOverflow) {
      if (message.stopReason !== "error" && message.stopReason !== "aborted") this.reset();
      return "ignore";
    }
    // An answer from another model, or from before the compaction, says nothing about the current context.
    if (message.provider !== model.provider || message.model !== model.id) return "ignore";
    if (lastCompactedAt !== undefined && message.timestamp < lastCompactedAt) return "ignore";
    if (this.recovered) return "give-up";
    this.recovered = true;
    return "recover";
  }

  /** Allows a recovery again: after a good answer, or when the user sends a new prompt. */
  reset(): void {
    this.recovered = false;
  }
}

/** Returns the first configured model with a larger window, on which the session can continue without a summary. */
export function findPromotion(model: Model, candidates: readonly Model[]): Model | undefined {
  return candidates.find((candidate) => candidate.contextWindow > model.contextWindow);
}
