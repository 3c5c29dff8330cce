import {
  CompactionError,
  type CompactionResult,
  compactSession,
  convertToLlm,
  createRemoteSummaryStreamFn,
  DEFAULT_PRUNE_SETTINGS,
  findRelief,
  fitToWindow,
  generateHandoff,
  pruneOutputs,
  type SummaryRequest,
  withOtherModels,
} from "@tau/agent";
import { AgentSessionError } from "../session-error.ts";
import type { CompactionReason } from "../session-event.ts";
import type { CompactorParts } from "./compactor-parts.ts";
import { summaryRetryEvents } from "./summary-retry-events.ts";

export interface Shortening {
  readonly reason: CompactionReason;
  readonly customInstructions: string | undefined;
  readonly signal: AbortSignal;
}

export interface Shortened {
  /** Absent where it was cancelled, or nothing was there to shorten. */
  readonly result?: CompactionResult | undefined;
  /** Written instead, for the session that is to follow. */
  readonly handoff?: string | undefined;
}

/** Replaces what is old by a summary, or writes a document to go on with elsewhere. Its end is told, whichever it is. */
export async function shortenConversation(parts: CompactorParts, shortening: Shortening): Promise<Shortened> {
  const { reason, signal } = shortening;
  try {
    const handoff = reason === "threshold" ? await writeHandoff(parts, signal) : undefined;
    if (handoff === undefined) return { result: await summarize(parts, shortening) };
    const end = { reason, result: undefined, aborted: false, willRetry: false, handedOver: true } as const;
    await parts.emit({ type: "compaction_end", ...end });
    return { handoff };
  } catch (error) {
    const errorMessage = error instanceof Error ? error.message : String(error);
    const end = { reason, result: undefined, aborted: signal.aborted, willRetry: false, errorMessage } as const;
    await parts.emit({ type: "compaction_end", ...end });
    throw error;
  }
}

/** Another model with a larger window, or old outputs left out. Resolves to false where there is neither. */
export async function goOnWithoutSummary(parts: CompactorParts, reason: "threshold" | "overflow"): Promise<boolean> {
  const { agent, log, promotions, promote } = parts;
  const model = parts.limits();
  const settings = parts.settings(model);
  const prune = settings.prune ? DEFAULT_PRUNE_SETTINGS : undefined;
  const relief = findRelief({ reason, session: log, model, settings, prune, promotions: await promotions() });
  if (relief?.kind === "promote") await promote(relief.model);
  if (relief?.kind === "prune") {
    pruneOutputs(log, relief.outputs);
    agent.state.messages = log.buildSessionContext().messages;
  }
  return relief !== undefined;
}

async function summarize(
  parts: CompactorParts,
  { reason, customInstructions, signal }: Shortening,
): Promise<CompactionResult | undefined> {
  const { agent, log, emit, hooks } = parts;
  const model = parts.limits();
  const outcome = await compactSession({
    session: log,
    settings: fitToWindow(parts.settings(model), model.contextWindow),
    candidates: await candidates(parts, reason),
    customInstructions,
    signal,
    beforeCompact: async (preparation, branchEntries) =>
      hooks.beforeCompact?.({ reason, preparation, branchEntries, customInstructions, signal }),
  });
  if (reason === "manual" && outcome.status === "nothing-to-compact")
    throw new AgentSessionError("nothing-to-do", "There is nothing to compact yet.");
  const result = outcome.status === "compacted" ? outcome.result : undefined;
  agent.state.messages = log.buildSessionContext().messages;
  const willRetry = reason === "overflow";
  await emit({ type: "compaction_end", reason, result, aborted: outcome.status === "cancelled", willRetry });
  if (outcome.status === "compacted")
    await hooks.onCompacted?.(outcome.entryId, { reason, fromExtension: outcome.fromExtension });
  return result;
}

/** Nothing where none is wanted, or the model could not write one: then a summary helps. Throws where it was stopped. */
async function writeHandoff(parts: CompactorParts, signal: AbortSignal): Promise<string | undefined> {
  if (parts.settings(parts.limits()).strategy !== "handoff" || !parts.canHandOver()) return undefined;
  const { systemPrompt, messages, tools } = parts.agent.state;
  const context = { systemPrompt, messages: convertToLlm(messages), tools };
  try {
    return await generateHandoff({ ...summaryRequest(parts, "threshold"), context, signal });
  } catch (error) {
    if (error instanceof CompactionError && error.code !== "aborted") return undefined;
    throw error;
  }
}

/** Who is asked for a summary: the user's server, the session's model, then the others. */
async function candidates(parts: CompactorParts, reason: CompactionReason): Promise<SummaryRequest[]> {
  const own = summaryRequest(parts, reason);
  const { remoteEndpoint } = parts.settings(parts.limits());
  const streamFn = remoteEndpoint ? createRemoteSummaryStreamFn(remoteEndpoint) : undefined;
  const remote = streamFn ? [{ ...own, streamFn, retry: undefined }] : [];
  return [...remote, ...withOtherModels(own, await parts.summaryModels())];
}

function summaryRequest({ agent, retry, log, emit }: CompactorParts, reason: CompactionReason) {
  return {
    model: agent.state.model,
    streamFn: agent.streamFunction,
    thinkingLevel: agent.state.thinkingLevel,
    retry: retry(),
    callbacks: summaryRetryEvents(emit, { source: "compaction", reason }),
    sessionId: log.getSessionId(),
  };
}
