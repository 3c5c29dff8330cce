import type { Model, ModelThinkingLevel, RetryCallbacks, RetryPolicy } from "@tau/ai";
import type { StreamFn } from "../contract/config.ts";
import type { AgentMessage } from "../contract/messages.ts";
import { type SummaryText, summarizeHistory } from "./summarize.ts";

/**
 * Writes a summary of a conversation for callers that store it themselves. `_reserveTokens` only keeps the signature compatible: the length
 * of a summary depends on the model alone.
 */
export async function generateSummaryWithUsage(
  currentMessages: AgentMessage[],
  model: Model,
  _reserveTokens: number | undefined,
  apiKey: string | undefined,
  headers?: Record<string, string>,
  signal?: AbortSignal,
  customInstructions?: string,
  previousSummary?: string,
  thinkingLevel?: ModelThinkingLevel,
  streamFn?: StreamFn,
  env?: Record<string, string>,
  retry?: RetryPolicy,
  callbacks?: RetryCallbacks,
  sessionId?: string,
): Promise<SummaryText> {
  const request = { model, apiKey, headers, signal, thinkingLevel, streamFn, env, retry, callbacks, sessionId };
  return await summarizeHistory(currentMessages, request, { customInstructions, previousSummary });
}

/** Same as `generateSummaryWithUsage`, but returns only the text. */
export async function generateSummary(...request: Parameters<typeof generateSummaryWithUsage>): Promise<string> {
  return (await generateSummaryWithUsage(...request)).text;
}
