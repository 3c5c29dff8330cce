import { authHeaders } from "../../auth/auth-headers.ts";
import { keyVariable, requestKey } from "../../auth/request-key.ts";
import type { Context } from "../../contract/context.ts";
import type { Model, ThinkingLevel } from "../../contract/model.ts";
import type { SimpleStreamOptions, StreamOptions } from "../../contract/options.ts";
import { type InPlaceSupport, placeSystemMessages } from "../../handover/place-system-messages.ts";
import { answerRoom } from "../../models/answer-room.ts";
import { samplingFields } from "../../models/sampling.ts";
import { effortOption, vendorEffort } from "../../models/thinking-effort.ts";
import { copilotHeaders } from "../../providers/copilot-headers.ts";
import { endpointUrl } from "../../transport/endpoint-url.ts";
import type { HttpRequest } from "../../transport/send.ts";
import { EffortTrack } from "../effort-track.ts";
import { clampPromptCacheKey } from "../prompt-cache-key.ts";
import { sessionAffinityHeaders } from "../session-affinity.ts";
import { instructionRole, NO_EFFORT, type OpenAIResponsesCompat, resolveCompat, tellsEffortInPlace } from "./compat.ts";
import { type GrammarInputs, grammarInputs } from "./grammar-tool.ts";
import { effortUpdate, inputItems } from "./input-items.ts";
import { wireTool } from "./wire-tool.ts";

export interface OpenAIResponsesOptions extends StreamOptions {
  reasoningEffort?: ThinkingLevel;
  reasoningSummary?: "auto" | "detailed" | "concise" | null;
  serviceTier?: "auto" | "default" | "flex" | "priority" | "scale";
  toolChoice?: "auto" | "none" | "required" | { type: "function"; name: string };
}

export function buildRequest(model: Model, context: Context, options: OpenAIResponsesOptions): HttpRequest {
  const key = requestKey(model, options);
  return {
    url: endpointUrl(model.baseUrl, "/responses", options.env),
    headers: {
      ...authHeaders(model, key, "bearer"),
      ...copilotHeaders(model, context.messages),
      ...responsesAffinity(model, options),
    },
    body: buildBody(model, context, options),
    keyVariable: keyVariable(model, options),
  };
}

/** Builds the body that all variants of the API share. */
export function buildBody(model: Model, context: Context, options: OpenAIResponsesOptions): Record<string, unknown> {
  const compat = resolveCompat(model);
  const { systemPrompt, messages, tools } = placeSystemMessages(context, inPlaceSupport(model));
  const grammars = grammarInputs(model, context);
  const effort = vendorEffort(model, reasoningEffortOf(options), NO_EFFORT);
  const efforts = effort && tellsEffortInPlace(model) ? new EffortTrack(model, messages, effort) : undefined;
  const prompt = systemPrompt ? [{ role: instructionRole(model), content: systemPrompt }] : [];
  const maxTokens = compat.supportsMaxOutputTokens === false ? undefined : options.maxTokens;
  return {
    model: model.id,
    input: [...prompt, ...inputItems(model, messages, grammars, efforts), ...effortUpdate(efforts?.toCurrent())],
    ...(tools.length > 0 && { tools: tools.map((tool) => wireTool(model, tool)) }),
    ...(tools.length > 0 && options.toolChoice && { tool_choice: toolChoice(options.toolChoice, grammars) }),
    stream: true,
    store: false,
    ...(maxTokens && { max_output_tokens: maxTokens }),
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...reasoningFields(model, options, compat, efforts?.baseline ?? effort),
    ...cacheFields(options, compat),
    ...(options.serviceTier && { service_tier: options.serviceTier }),
    ...samplingFields(model, options, options.reasoningEffort),
  };
}

export function inPlaceSupport(model: Model): InPlaceSupport {
  const { supportsMidConvoSystemMessages: messages, supportsAdditionalTools: tools } = resolveCompat(model);
  return { messages, tools };
}

function toolChoice(choice: NonNullable<OpenAIResponsesOptions["toolChoice"]>, grammars: GrammarInputs) {
  return typeof choice === "object" && grammars.has(choice.name) ? { ...choice, type: "custom" } : choice;
}

export function fromSimple(model: Model, context: Context, simple: SimpleStreamOptions): OpenAIResponsesOptions {
  const { reasoning, ...options } = simple;
  const maxTokens = answerRoom(model, context, options.maxTokens);
  return { ...options, maxTokens, ...effortOption(model, reasoning) };
}

/** A request for a summary implies thinking. */
function reasoningEffortOf({ reasoningEffort, reasoningSummary }: OpenAIResponsesOptions): ThinkingLevel | undefined {
  return reasoningEffort ?? (reasoningSummary ? "medium" : undefined);
}

function responsesAffinity(model: Model, options: OpenAIResponsesOptions): Record<string, string> {
  const { sessionAffinityFormat = "openai" } = resolveCompat(model);
  if (options.cacheRetention === "none") return {};
  const { "x-session-affinity": _unused, ...headers } = sessionAffinityHeaders(
    sessionAffinityFormat,
    options.sessionId,
  );
  return headers;
}

function reasoningFields(
  model: Model,
  options: OpenAIResponsesOptions,
  compat: OpenAIResponsesCompat,
  effort: string | undefined,
) {
  if (!model.reasoning) return {};
  const isThinking = reasoningEffortOf(options) !== undefined;
  const reasoning = {
    ...(effort && compat.supportsReasoningEffort !== false && { effort }),
    ...(isThinking && { summary: options.reasoningSummary ?? "auto" }),
  };
  return {
    ...(Object.keys(reasoning).length > 0 && { reasoning }),
    // The vendor stores nothing, so the encrypted reasoning is part of the conversation.
    include: ["reasoning.encrypted_content"],
  };
}

function cacheFields(options: OpenAIResponsesOptions, compat: OpenAIResponsesCompat) {
  if (options.cacheRetention === "none") return {};
  const key = clampPromptCacheKey(options.sessionId);
  const long = options.cacheRetention === "long" && compat.supportsLongCacheRetention !== false;
  return {
    ...(key && { prompt_cache_key: key }),
    ...(long &&
      (compat.supportsExplicitPromptCacheMode
        ? { prompt_cache_options: { ttl: "30m" } }
        : { prompt_cache_retention: "24h" })),
  };
}
