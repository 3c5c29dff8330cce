import type { Model } from "@tau/ai";
import type { SessionLog } from "../session/session-log.ts";
import { findPromotion } from "./overflow.ts";
import { estimateProjectedContextTokens } from "./projected-tokens.ts";
import { findPrunableOutputs, type PrunedOutput, type PruneSettings } from "./prune.ts";
import { type CompactionSettings, fitToWindow, shouldCompact } from "./settings.ts";

/** A way to continue without a summary: leave out old tool outputs, or switch to a model with a larger window. */
export type Relief =
  | { readonly kind: "prune"; readonly outputs: readonly PrunedOutput[] }
  | { readonly kind: "promote"; readonly model: Model };

export interface ReliefRequest {
  /** After an overflow the estimate of the context size was wrong, so pruning, which relies on it, is not tried. */
  readonly reason: "threshold" | "overflow";
  readonly session: Pick<SessionLog, "buildSessionProjection" | "getActiveBranch">;
  readonly model: Model;
  readonly settings: CompactionSettings;
  /** If absent, tool outputs stay. */
  readonly prune?: PruneSettings | undefined;
  /** Models to switch to, the preferred one first. */
  readonly promotions?: readonly Model[] | undefined;
}

/** Returns the cheapest way to continue with a full context; `undefined` if only a summary helps. Changes nothing. */
export function findRelief(request: ReliefRequest): Relief | undefined {
  const { session, model, settings, reason, prune, promotions = [] } = request;
  const projection = session.buildSessionProjection();
  const { tokens } = estimateProjectedContextTokens(projection, session.getActiveBranch());
  const fits = (size: number, { contextWindow }: Model) =>
    !shouldCompact(size, contextWindow, { ...fitToWindow(settings, contextWindow), enabled: true });
  const outputs = prune && reason === "threshold" ? findPrunableOutputs(projection.entries, prune) : [];
  const saved = outputs.reduce((sum, { savedTokens }) => sum + savedTokens, 0);
  if (saved > 0 && fits(tokens - saved, model)) return { kind: "prune", outputs };
  const roomy = promotions.filter((candidate) => fits(tokens, candidate));
  const larger = findPromotion(model, roomy);
  return larger && { kind: "promote", model: larger };
}

/** Removes outputs from the context from now on. The log keeps them. */
export function pruneOutputs(session: SessionLog, outputs: readonly PrunedOutput[]): string[] {
  return outputs.map(({ targetId, replacement }) => session.appendContextEdit(targetId, replacement));
}
