import type { Model } from "@tau/ai";
import type { SessionLog } from "../session/session-log.ts";
import { findPromotion } from "./overflow.ts";
import { estimateProjectedContextTokens } from "./projected-tokens.ts";
import { findPrunableOutputs, type PrunedOutput, type PruneSettings } from "./prune.ts";
import { type CompactionSettings, fitToWindow, shouldCompact } from "./settings.ts";

/** A way to go on without a summary: leave old tool outputs out, or ask a model with a larger window. */
export type Relief =
  | { readonly kind: "prune"; readonly outputs: readonly PrunedOutput[] }
  | { readonly kind: "promote"; readonly model: Model };

export interface ReliefRequest {
  /** After an overflow the size of the context is a guess that has failed once: then outputs are not bargained over. */
  readonly reason: "threshold" | "overflow";
  readonly session: Pick<SessionLog, "buildSessionProjection" | "getActiveBranch">;
  readonly model: Model;
  readonly settings: CompactionSettings;
  /** Absent: tool outputs stay. */
  readonly prune?: PruneSettings | undefined;
  /** Models that may take over, the preferred first. */
  readonly promotions?: readonly Model[] | undefined;
}

/** The cheapest way out for a context that has run full; `undefined` where only a summary helps. Changes nothing. */
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

/** Leaves outputs out of the context from now on. The log keeps them. */
export function pruneOutputs(session: SessionLog, outputs: readonly PrunedOutput[]): string[] {
  return outputs.map(({ targetId, replacement }) => session.appendContextEdit(targetId, replacement));
}
