import { authHeaders } from "../../auth/auth-headers.ts";
import { keyVariable, requestKey } from "../../auth/request-key.ts";
import type { Context } from "../../contract/context.ts";
import type { ThinkingContent } from "../../contract/messages.ts";
import type { Model } from "../../contract/model.ts";
import type { SimpleStreamOptions, StreamOptions } from "../../contract/options.ts";
import { foldSystemMessages } from "../../handover/fold-system-messages.ts";
import { hashText } from "../../handover/tool-call-id.ts";
import { answerRoom } from "../../models/answer-room.ts";
import { samplingFields } from "../../models/sampling.ts";
import { vendorThinkingLevel } from "../../models/thinking-levels.ts";
import { endpointUrl } from "../../transport/endpoint-url.ts";
import type { HttpRequest } from "../../transport/send.ts";
import { resolveCompat } from "../openai-completions/compat.ts";
import { type MessageDialect, wireMessages } from "../openai-completions/messages.ts";
import { wireTool } from "../openai-completions/wire-tool.ts";
import { clampPromptCacheKey } from "../prompt-cache-key.ts";

export interface MistralOptions extends StreamOptions {
  toolChoice?: "auto" | "none" | "any" | "required" | { type: "function"; function: { name: string } };
  /** For models that always think; replaces the effort. */
  promptMode?: "reasoning";
  reasoningEffort?: string;
}

const dialect: MessageDialect = { toolCallId: shortId, thinkingParts, failurePrefix: "[tool error] " };

export function buildRequest(model: Model, context: Context, options: MistralOptions): HttpRequest {
  return {
    url: endpointUrl(model.baseUrl, "/v1/chat/completions", options.env),
    headers: {
      ...authHeaders(model, requestKey(model, options), "bearer"),
      ...(options.sessionId && options.cacheRetention !== "none" && { "x-affinity": options.sessionId }),
    },
    body: buildBody(model, context, options),
    keyVariable: keyVariable(model, options),
  };
}

function buildBody(model: Model, context: Context, options: MistralOptions) {
  const folded = foldSystemMessages(context);
  const compat = { ...resolveCompat(model), requiresToolResultName: true, supportsDeveloperRole: false };
  const cacheKey = options.cacheRetention === "none" ? undefined : clampPromptCacheKey(options.sessionId);
  const tools = folded.tools.map((tool) => wireTool(tool, { ...compat, supportsStrictMode: true }));
  return {
    model: model.id,
    messages: wireMessages(model, folded, compat, dialect),
    ...(tools.length > 0 && { tools, ...(options.toolChoice && { tool_choice: options.toolChoice }) }),
    stream: true,
    ...(options.maxTokens && { max_tokens: options.maxTokens }),
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(options.promptMode && { prompt_mode: options.promptMode }),
    ...(options.reasoningEffort && { reasoning_effort: options.reasoningEffort }),
    ...(cacheKey && { prompt_cache_key: cacheKey }),
    ...samplingFields(model, options),
  };
}

export function fromSimple(model: Model, context: Context, simple: SimpleStreamOptions): MistralOptions {
  const { reasoning, ...options } = simple;
  return { ...options, maxTokens: answerRoom(model, context, options.maxTokens), ...thinkingOptions(model, reasoning) };
}

/**
 * Returns the thinking options. Models with named levels take an effort, other thinking models the prompt mode. Of models that the user
 * configured without levels, the general ones take their only effort.
 */
function thinkingOptions(model: Model, reasoning: SimpleStreamOptions["reasoning"]): Partial<MistralOptions> {
  if (!model.reasoning) return {};
  if (!model.thinkingLevelMap) {
    if (!reasoning) return {};
    return TAKES_EFFORT.test(model.id) ? { reasoningEffort: "high" } : { promptMode: "reasoning" };
  }
  const effort = vendorThinkingLevel(model, reasoning);
  return effort ? { reasoningEffort: effort } : {};
}

const TAKES_EFFORT = /^mistral-(?:medium|small)/;

/** Returns an id of exactly nine letters and digits, as the API requires. */
function shortId(id: string): string {
  return /^[a-zA-Z0-9]{9}$/.test(id) ? id : hashText(id).slice(0, 9);
}

function thinkingParts(thinking: ThinkingContent[]): object[] {
  return thinking.map((block) => ({
    type: "thinking",
    thinking: [{ type: "text", text: block.thinking }],
    closed: true,
  }));
}
