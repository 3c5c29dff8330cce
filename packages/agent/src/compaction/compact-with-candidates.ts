import type { Model } from "@tau/ai";
import { type CompactionDetails, type CompactionResult, summarizePreparation } from "./compact.ts";
import { CompactionError } from "./compaction-error.ts";
import type { CompactionPreparation } from "./prepare-compaction.ts";
import { conversationRoom, conversationText, type SummaryRequest } from "./summarize.ts";

/** The longest wait before a retry while there is another model to try. */
const LONGEST_WAIT_MS = 3000;

/**
 * Tries the models in order until one writes the summary. Models whose window is too small for the conversation are tried last. An abort is
 * rethrown and does not count as a failure.
 */
export async function compactWithCandidates(
  preparation: CompactionPreparation,
  candidates: readonly SummaryRequest[],
  customInstructions?: string,
): Promise<CompactionResult<CompactionDetails>> {
  const ordered = candidates.length > 1 ? roomyFirst(candidates, preparation) : candidates;
  const failures: { request: SummaryRequest; error: Error }[] = [];
  for (const [index, request] of ordered.entries()) {
    try {
      const isLast = index === ordered.length - 1;
      return await summarizePreparation(preparation, isLast ? request : impatient(request), customInstructions);
    } catch (error) {
      if (!(error instanceof Error) || isStop(error, request)) throw error;
      failures.push({ request, error });
    }
  }
  throw combined(failures);
}

/** Returns the request followed by copies of it for the other models, without duplicates. */
export function withOtherModels(own: SummaryRequest, models: readonly Model[]): SummaryRequest[] {
  const names = new Set([nameOf(own.model)]);
  const others = models.filter((model) => !names.has(nameOf(model)) && names.add(nameOf(model)));
  return [own, ...others.map((model) => ({ ...own, model }))];
}

function roomyFirst(candidates: readonly SummaryRequest[], preparation: CompactionPreparation): SummaryRequest[] {
  const { messagesToSummarize, turnPrefixMessages } = preparation;
  const lengths = [messagesToSummarize, turnPrefixMessages].map((messages) => conversationText(messages).length);
  const isTooSmall = ({ model }: SummaryRequest) => Number(Math.max(...lengths) > conversationRoom(model));
  return candidates.toSorted((a, b) => isTooSmall(a) - isTooSmall(b));
}

function impatient(request: SummaryRequest): SummaryRequest {
  return request.retry ? { ...request, retry: { ...request.retry, longestWaitMs: LONGEST_WAIT_MS } } : request;
}

function isStop(error: Error, { signal }: SummaryRequest): boolean {
  return signal?.aborted === true || (error instanceof CompactionError && error.code === "aborted");
}

function combined(failures: readonly { request: SummaryRequest; error: Error }[]): Error {
  const [first] = failures;
  if (!first) return new CompactionError("failed", "Summarization failed: no model is configured for it.");
  if (failures.length === 1) return first.error;
  const reasons = failures.map(({ request, error }) => `${nameOf(request.model)}: ${error.message}`);
  return new CompactionError("failed", `No model could write the summary. ${reasons.join("; ")}`, {
    cause: first.error,
  });
}

function nameOf({ provider, id }: Model): string {
  return `${provider}/${id}`;
}
