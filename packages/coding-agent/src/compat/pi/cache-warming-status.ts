import type { CacheWarmingDecisionEvent } from "../../core/extensions/contract/events/provider.ts";
import type { Session } from "../../core/session/session.ts";
import type { CacheWarmingMode } from "./named-types.ts";

export interface CacheWarmingDecision extends Omit<CacheWarmingDecisionEvent, "type"> {
  readonly phase: "streaming" | "idle";
  readonly expectedSavings: number;
  readonly economicsAvailable: boolean;
}

export interface CacheWarmingStatus {
  readonly state: "inactive" | "scheduled" | "refreshing";
  readonly reason?: string;
  readonly nextWarmAt?: number;
  readonly decision?: CacheWarmingDecision;
  readonly extensionOverride?: boolean;
}

/** Returns whether the provider's prompt cache will be kept warm, with the costs that decide it. */
export function warmingStatus(
  next: Session["nextWarming"],
  mode: CacheWarmingMode,
  isIdle: boolean,
): CacheWarmingStatus {
  if (mode === "off") return { state: "inactive", reason: "disabled" };
  if (!next) return { state: "inactive", reason: "no cached prompt" };
  const { dueAt, ...costs } = next;
  const decision: CacheWarmingDecision = {
    ...costs,
    phase: isIdle ? "idle" : "streaming",
    expectedSavings: costs.missCost * costs.continuationProbability,
    economicsAvailable: costs.missCost > 0,
  };
  return { state: "scheduled", nextWarmAt: dueAt, decision };
}
