import {
  CompactionError,
  type CompactionResult,
  type CompactSessionOutcome,
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
import { errorText } from "../../error-text.ts";
import { AgentSessionError } from "../session-error.ts";
import type { CompactionReason } from "../session-event.ts";
import type { CompactorParts } from "./compactor-parts.ts";
import { summaryRetryEvents } from "./summary-retry-events.ts";

export interface Shortening {
  readonly reason: CompactionReason;
  readonly customInstructions: string | undefined;
  /** Whether a document for another session may be written instead of a summary. */
  readonly mayHandOff: boolean;
  readonly signal: AbortSignal;
}

export interface Shortened {
  /** Absent if the compaction was cancelled or there was nothing to shorten. */
  readonly result?: CompactionResult | undefined;
  /** The document for the session that follows, written instead of a summary. */
  readonly handoff?: string | undefined;
}

/** Replaces old messages with a summary, or writes a document for another session. Emits `compaction_end` in every case. */
export async function shortenConversation(parts: CompactorParts, shortening: Shortening): Promise<Shortened> {
  const { emit, hooks } = parts;
  const { reason, signal } = shortening;
  const end = { type: "compaction_end", reason, result: undefined, aborted: false, willRetry: false } as const;
  let made: Made;
  try {
    made = await handOffOrSummarize(parts, shortening);
  } catch (error) {
    const errorMessage = errorText(error);
    await emit({ ...end, aborted: signal.aborted, errorMessage });
    throw error;
  }
  // Errors after this point, for example of a listener, are not failures of the compaction: do not emit a second end.
  if ("handoff" in made) {
    await emit({ ...end, handedOver: true });
    return made;
  }
  const result = made.status === "compacted" ? made.result : undefined;
  await emit({ ...end, result, aborted: made.status === "cancelled", willRetry: reason === "overflow" });
  if (made.status === "compacted")
    await hooks.onCompacted?.(made.entryId, { reason, fromExtension: made.fromExtension });
  return { result };
}

/** Makes room by switching to a model with a larger window or by omitting old outputs. Resolves to false if neither is possible. */
export async function continueWithoutSummary(
  parts: CompactorParts,
  reason: "threshold" | "overflow",
): Promise<boolean> {
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

type Made = CompactSessionOutcome | { readonly handoff: string };

async function handOffOrSummarize(parts: CompactorParts, shortening: Shortening): Promise<Made> {
  const handoff = shortening.mayHandOff ? await writeHandoff(parts, shortening.signal) : undefined;
  return handoff === undefined ? await summarize(parts, shortening) : { handoff };
}

async function summarize(
  parts: CompactorParts,
  { reason, customInstructions, signal }: Shortening,
): Promise<CompactSessionOutcome> {
  const { agent, log, hooks } = parts;
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
  agent.state.messages = log.buildSessionContext().messages;
  return outcome;
}

/**
 * Writes the document for another session. Resolves to `undefined` if none is wanted or the model could not write one, so that a summary is
 * written instead. Throws if it was stopped.
 */
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

/** Returns the candidates for writing a summary in order: the user's server, the session's model, then the other models. */
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
