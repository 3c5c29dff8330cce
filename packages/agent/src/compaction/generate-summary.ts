import type { Model, ModelThinkingLevel, RetryCallbacks, RetryPolicy } from "@tau/ai";
import type { StreamFn } from "../contract/config.ts";
import type { AgentMessage } from "../contract/messages.ts";
import { type SummaryText, summarizeHistory } from "./summarize.ts";

/**
 * A summary of a conversation, for callers that keep it themselves. `_reserveTokens` is part of the signature that callers know; the length of
 * a summary follows from the model alone.
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

/** The text alone, from the same request. */
export async function generateSummary(...request: Parameters<typeof generateSummaryWithUsage>): Promise<string> {
  return (await generateSummaryWithUsage(...request)).text;
}
