import {
  type AssistantMessage,
  type Context,
  type Model,
  type ModelThinkingLevel,
  type RetryCallbacks,
  type RetryPolicy,
  retryAssistantCall,
  type SimpleStreamOptions,
  type Usage,
} from "@tau/ai";
import type { StreamFn } from "../contract/config.ts";
import type { AgentMessage } from "../contract/messages.ts";
import { getDefaultStreamFn } from "../loop/stream-fn.ts";
import { convertToLlm } from "../session/entries/messages.ts";
import { CompactionError } from "./compaction-error.ts";
import { INITIAL_SUMMARY_PROMPT } from "./prompts/initial-summary.ts";
import { SUMMARIZATION_SYSTEM_PROMPT } from "./prompts/summarization-system.ts";
import { UPDATE_SUMMARY_PROMPT } from "./prompts/update-summary.ts";
import { serializeConversation } from "./serialize-conversation.ts";

/** The request for a summary: model, credentials, options and abort signal. */
export interface SummaryRequest {
  readonly model: Model;
  readonly apiKey?: string | undefined;
  readonly headers?: Record<string, string> | undefined;
  readonly env?: Record<string, string> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly thinkingLevel?: ModelThinkingLevel | undefined;
  readonly streamFn?: StreamFn | undefined;
  readonly retry?: RetryPolicy | undefined;
  readonly callbacks?: RetryCallbacks | undefined;
  readonly sessionId?: string | undefined;
  /** Replaces the usual prompt about the form of a summary. */
  readonly prompt?: string | undefined;
}

export interface SummaryText {
  text: string;
  usage: Usage;
}

const CHARACTERS_PER_TOKEN = 4;
/** Tokens left for the summary even if the conversation fills the window. */
const LEAST_OUTPUT_TOKENS = 2048;

/** Sends one request without tools. Resolves to the answer even if it failed. */
export async function completeSummarization(
  model: Model,
  context: Context,
  options: SimpleStreamOptions,
  streamFn: StreamFn = getDefaultStreamFn(),
  retry?: RetryPolicy,
  callbacks?: RetryCallbacks,
): Promise<AssistantMessage> {
  const produce = async () => (await streamFn(model, context, options)).result();
  return await retryAssistantCall(produce, retry, options.signal, callbacks);
}

/** Returns why an answer must not become a summary, or `undefined` if it may. A partial summary is not used. */
export function getSummarizationFailure(response: AssistantMessage, label: string): string | undefined {
  switch (response.stopReason) {
    case "aborted":
      return `${label} was stopped.`;
    case "error":
      return `${label} failed: ${response.errorMessage ?? "the model gave no reason"}`;
    case "length":
      return `${label} failed: the summary did not fit into the model's output limit.`;
    default:
      return textOf(response) === "" ? `${label} failed: the model answered with nothing.` : undefined;
  }
}

/** Asks for a text about `conversation`. Throws `CompactionError` unless the whole text arrived. */
export async function askForSummary(
  conversation: readonly AgentMessage[],
  instructions: string,
  label: string,
  request: SummaryRequest,
): Promise<SummaryText> {
  const { model, signal } = request;
  if (signal?.aborted) throw new CompactionError("aborted", `${label} was stopped.`);
  const prompt = fitPrompt(conversationText(conversation), instructions, model);
  const context: Context = {
    systemPrompt: SUMMARIZATION_SYSTEM_PROMPT,
    messages: [{ role: "user", content: [{ type: "text", text: prompt }], timestamp: Date.now() }],
  };
  const options = { ...optionsFor(request), ...outputLimit(model, prompt) };
  const { streamFn, retry, callbacks } = request;
  const response = await completeSummarization(model, context, options, streamFn, retry, callbacks);
  const failure = getSummarizationFailure(response, label);
  if (failure === undefined) return { text: textOf(response), usage: response.usage };
  throw new CompactionError(response.stopReason === "aborted" ? "aborted" : "failed", failure);
}

/** Writes a summary of `messages`. With a previous summary, the new one covers both. */
export async function summarizeHistory(
  messages: readonly AgentMessage[],
  request: SummaryRequest,
  focus: { customInstructions?: string | undefined; previousSummary?: string | undefined } = {},
): Promise<SummaryText> {
  const { previousSummary, customInstructions } = focus;
  const parts = [
    ...(previousSummary ? [`<previous-summary>\n${previousSummary}\n</previous-summary>`] : []),
    request.prompt ?? (previousSummary ? UPDATE_SUMMARY_PROMPT : INITIAL_SUMMARY_PROMPT),
    ...(customInstructions ? [`Pay special attention to this: ${customInstructions}`] : []),
  ];
  return await askForSummary(messages, parts.join("\n\n"), "Summarization", request);
}

export function textOf(message: AssistantMessage): string {
  return message.content
    .flatMap((block) => (block.type === "text" ? [block.text] : []))
    .join("\n")
    .trim();
}

/** Builds the options of a summary request. The prompt is used once, so it is not written to the cache. */
export function optionsFor(request: SummaryRequest): SimpleStreamOptions {
  const { apiKey, headers, env, signal, sessionId, thinkingLevel, model } = request;
  const options: SimpleStreamOptions = { cacheRetention: "none" };
  if (apiKey !== undefined) options.apiKey = apiKey;
  if (headers !== undefined) options.headers = headers;
  if (env !== undefined) options.env = env;
  if (signal !== undefined) options.signal = signal;
  if (sessionId !== undefined) options.sessionId = sessionId;
  if (model.reasoning && thinkingLevel && thinkingLevel !== "off") options.reasoning = thinkingLevel;
  return options;
}

export function conversationText(messages: readonly AgentMessage[]): string {
  return serializeConversation(convertToLlm([...messages]));
}

/**
 * Returns how many characters of a conversation the model can summarize in one request, less instructions of the given length. Infinity if
 * its window is not known.
 */
export function conversationRoom(model: Model, instructionsLength = 0): number {
  if (model.contextWindow <= 0) return Number.POSITIVE_INFINITY;
  const inputTokens = model.contextWindow - Math.min(model.maxTokens, LEAST_OUTPUT_TOKENS);
  return Math.max(0, inputTokens * CHARACTERS_PER_TOKEN - instructionsLength - SUMMARIZATION_SYSTEM_PROMPT.length);
}

/** Drops the beginning of a conversation that exceeds the window: the latest messages matter most. */
function fitPrompt(conversation: string, instructions: string, model: Model): string {
  const room = conversationRoom(model, instructions.length);
  const missing = conversation.length - room;
  const shown =
    missing > 0 ? `[The first ${missing} characters are left out]\n${conversation.slice(missing)}` : conversation;
  return `<conversation>\n${shown}\n</conversation>\n\n${instructions}`;
}

/** Sends no limit if none is known: the server that answers for the model applies its own. */
function outputLimit({ contextWindow, maxTokens }: Model, prompt: string): { maxTokens?: number } {
  if (contextWindow <= 0) return maxTokens > 0 ? { maxTokens } : {};
  const input = Math.ceil((prompt.length + SUMMARIZATION_SYSTEM_PROMPT.length) / CHARACTERS_PER_TOKEN);
  const free = Math.max(contextWindow - input, LEAST_OUTPUT_TOKENS);
  return { maxTokens: Math.min(maxTokens, free) };
}
