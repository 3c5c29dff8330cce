import type { Model, ModelThinkingLevel, RetryCallbacks, RetryPolicy, Usage } from "@tau/ai";
import type { StreamFn } from "../contract/config.ts";
import { computeFileLists, type FileLists, formatFileOperations } from "./file-operations.ts";
import type { CompactionPreparation } from "./prepare-compaction.ts";
import { TURN_PREFIX_PROMPT } from "./prompts/turn-prefix.ts";
import { askForSummary, type SummaryRequest, type SummaryText, summarizeHistory } from "./summarize.ts";

export type CompactionDetails = FileLists;

/** The content of a compaction entry. */
export interface CompactionResult<TDetails = unknown> {
  summary: string;
  firstKeptEntryId: string;
  tokensBefore: number;
  estimatedTokensAfter?: number;
  usage?: Usage;
  details?: TDetails;
}

/** Writes the summary of a prepared compaction. Does not change the session; throws `CompactionError` if there is no summary. */
export async function compact(
  preparation: CompactionPreparation,
  model: Model,
  apiKey: string | undefined,
  headers?: Record<string, string>,
  customInstructions?: string,
  signal?: AbortSignal,
  thinkingLevel?: ModelThinkingLevel,
  streamFn?: StreamFn,
  env?: Record<string, string>,
  retry?: RetryPolicy,
  callbacks?: RetryCallbacks,
  sessionId?: string,
): Promise<CompactionResult<CompactionDetails>> {
  return await summarizePreparation(
    preparation,
    { model, apiKey, headers, signal, thinkingLevel, streamFn, env, retry, callbacks, sessionId },
    customInstructions,
  );
}

/** Returns the summary by one model, with its file lists and token counts. */
export async function summarizePreparation(
  preparation: CompactionPreparation,
  request: SummaryRequest,
  customInstructions: string | undefined,
): Promise<CompactionResult<CompactionDetails>> {
  const { text, usage } = await writeSummary(preparation, request, customInstructions);
  const details = computeFileLists(preparation.fileOps);
  const summary = text + formatFileOperations(details.readFiles, details.modifiedFiles);
  return {
    summary,
    firstKeptEntryId: preparation.firstKeptEntryId,
    tokensBefore: preparation.tokensBefore,
    estimatedTokensAfter: Math.ceil(summary.length / 4) + preparation.tokensKept,
    ...(usage ? { usage } : {}),
    details,
  };
}

async function writeSummary(
  preparation: CompactionPreparation,
  request: SummaryRequest,
  customInstructions: string | undefined,
): Promise<{ text: string; usage?: Usage }> {
  const { messagesToSummarize, previousSummary } = preparation;
  const focus = { customInstructions, previousSummary };
  if (!preparation.isSplitTurn) return await summarizeHistory(messagesToSummarize, request, focus);
  // If one half fails, the other half is useless and is aborted.
  const stop = new AbortController();
  const signal = request.signal ? AbortSignal.any([request.signal, stop.signal]) : stop.signal;
  const halves = [
    messagesToSummarize.length > 0
      ? summarizeHistory(messagesToSummarize, { ...request, signal }, focus)
      : Promise.resolve({ text: previousSummary ?? "No prior history.", usage: undefined }),
    askForSummary(preparation.turnPrefixMessages, TURN_PREFIX_PROMPT, "Turn summarization", { ...request, signal }),
  ] as const;
  try {
    const [history, prefix] = await Promise.all(halves);
    return joinHalves(history, prefix);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(halves);
    throw error;
  }
}

function joinHalves(history: { text: string; usage: Usage | undefined }, prefix: SummaryText) {
  return {
    text: `${history.text}\n\n---\n\n**Turn Context (split turn):**\n\n${prefix.text}`,
    usage: history.usage ? sumOf(history.usage, prefix.usage) : prefix.usage,
  };
}

function sumOf(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    totalTokens: a.totalTokens + b.totalTokens,
    cost: {
      input: a.cost.input + b.cost.input,
      output: a.cost.output + b.cost.output,
      cacheRead: a.cost.cacheRead + b.cost.cacheRead,
      cacheWrite: a.cost.cacheWrite + b.cost.cacheWrite,
      total: a.cost.total + b.cost.total,
    },
  };
}
