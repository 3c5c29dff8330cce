import { authHeaders } from "../../auth/auth-headers.ts";
import { readVariable } from "../../auth/environment.ts";
import { keyVariable, requestKey } from "../../auth/request-key.ts";
import type { Context } from "../../contract/context.ts";
import type { Model } from "../../contract/model.ts";
import type { StreamOptions } from "../../contract/options.ts";
import type { Tool } from "../../contract/tool.ts";
import { type PlacedContext, placeSystemMessages } from "../../handover/place-system-messages.ts";
import { foundryEndpoint } from "../../providers/anthropic-foundry.ts";
import { copilotHeaders } from "../../providers/copilot-headers.ts";
import { endpointUrl } from "../../transport/endpoint-url.ts";
import type { HttpRequest } from "../../transport/send.ts";
import { EffortTrack } from "../effort-track.ts";
import { type AnthropicMessagesCompat, resolveCompat } from "./compat.ts";
import { type WireBlock, type WireMessage, wireMessages } from "./messages.ts";
import { thinkingFields } from "./thinking.ts";
import { wireTool } from "./wire-tool.ts";

export type AnthropicEffort = "low" | "medium" | "high" | "xhigh" | "max";
export type AnthropicThinkingDisplay = "summarized" | "omitted";

export interface AnthropicOptions extends StreamOptions {
  /** If absent, the API decides; `false` turns thinking off if the model can. */
  thinkingEnabled?: boolean;
  /** For models with a token budget; ignored by models with adaptive thinking. */
  thinkingBudgetTokens?: number;
  effort?: AnthropicEffort;
  thinkingDisplay?: AnthropicThinkingDisplay;
  /** Thinking between tool calls, for models that need a beta header for it. Default true. */
  interleavedThinking?: boolean;
  toolChoice?: "auto" | "any" | "none" | { type: "tool"; name: string };
}

const API_VERSION = "2023-06-01";

export function buildRequest(model: Model, context: Context, options: AnthropicOptions): HttpRequest {
  const compat = resolveCompat(model);
  const placed = placeContext(context, compat);
  const body = buildBody(model, placed, options, compat);
  const betas = betaFeatures(placed, body, { ...options, thinkingEnabled: body.thinking?.type === "enabled" }, compat);
  const key = requestKey(model, options);
  // The token of a signed-in user or of a gateway, unlike the key of an account, is sent as a bearer token.
  const isToken = key?.startsWith("sk-ant-oat") ?? false;
  const isBearer = isToken || (key !== undefined && key === readVariable("ANTHROPIC_AUTH_TOKEN", options.env)?.trim());
  if (isToken) betas.unshift("oauth-2025-04-20");
  const foundry = foundryEndpoint(model.provider, options.env);
  return {
    url: endpointUrl(foundry?.baseUrl ?? model.baseUrl, "/v1/messages", options.env),
    identity: foundry?.identity,
    headers: {
      ...foundry?.headers,
      "anthropic-version": API_VERSION,
      ...(betas.length > 0 && { "anthropic-beta": betas.join(",") }),
      ...authHeaders(model, key, isBearer ? "bearer" : "x-api-key"),
      ...copilotHeaders(model, context.messages),
      ...affinityHeaders(options, compat),
    },
    body,
    keyVariable: keyVariable(model, options),
  };
}

function buildBody(model: Model, placed: PlacedContext, options: AnthropicOptions, compat: AnthropicMessagesCompat) {
  const { systemPrompt, messages, tools } = placed;
  const cache = cacheControl(options, compat);
  const efforts = effortTrack(model, placed, options, compat);
  const withTemperature = options.temperature !== undefined && compat.supportsTemperature !== false;
  const isThinking = options.thinkingEnabled === true;
  const userId = options.metadata?.user_id;
  const fallbacks = (compat.allowedFallbackModels ?? []).map(({ model: id }) => ({ model: id }));
  return {
    model: model.id,
    max_tokens: options.maxTokens ?? model.maxTokens,
    ...(systemPrompt && { system: [{ type: "text", text: systemPrompt, ...cache }] }),
    ...(tools.length > 0 && { tools: wireTools(tools, cache, compat) }),
    ...(tools.length > 0 && options.toolChoice && { tool_choice: toolChoice(options.toolChoice) }),
    messages: markForCache(wireMessages(model, messages, compat, efforts), cache),
    ...thinkingFields(model, options, compat, efforts?.baseline),
    ...(fallbacks.length > 0 && { fallbacks }),
    ...(withTemperature && !isThinking && { temperature: options.temperature }),
    ...(typeof userId === "string" && { metadata: { user_id: userId } }),
    stream: true,
  };
}

function effortTrack(
  model: Model,
  { messages }: PlacedContext,
  { thinkingEnabled, effort }: AnthropicOptions,
  { supportsMidConvoEffort }: AnthropicMessagesCompat,
): EffortTrack | undefined {
  return supportsMidConvoEffort && thinkingEnabled && effort ? new EffortTrack(model, messages, effort) : undefined;
}

/**
 * Decides where system messages and tools go. The API can only add tools to existing ones: if there are none at the start, all go into the
 * request.
 */
function placeContext(context: Context, compat: AnthropicMessagesCompat): PlacedContext {
  const { supportsMidConvoSystemMessages: messages, supportsMidConvoToolChanges: tools } = compat;
  const placed = placeSystemMessages(context, { messages, tools });
  return placed.tools.length > 0 ? placed : placeSystemMessages(context, { messages });
}

function betaFeatures(
  placed: PlacedContext,
  body: ReturnType<typeof buildBody>,
  options: AnthropicOptions,
  compat: AnthropicMessagesCompat,
): string[] {
  const betas: string[] = [];
  const hasTools = placed.tools.length > 0;
  if (hasTools && compat.supportsEagerToolInputStreaming === false)
    betas.push("fine-grained-tool-streaming-2025-05-14");
  const asksToInterleave = options.thinkingEnabled && options.interleavedThinking !== false;
  if (asksToInterleave && !compat.forceAdaptiveThinking) betas.push("interleaved-thinking-2025-05-14");
  const addsTools = placed.messages.some((message) => message.role === "system" && message.toolsAdded);
  if (addsTools) betas.push("inline-tools-2026-09-15");
  if (body.messages.some((message) => message.output_config)) betas.push("mid-conversation-output-config-2026-07-01");
  if (body.thinking?.block_binding) betas.push("thinking-binding-controls-2026-08-01");
  if (body.fallbacks) betas.push("server-side-fallback-2026-07-01");
  return betas;
}

function wireTools(tools: readonly Tool[], cache: object, compat: AnthropicMessagesCompat) {
  return tools.map((tool, index) => ({
    ...wireTool(tool, compat),
    ...(index === tools.length - 1 && compat.supportsCacheControlOnTools !== false && cache),
  }));
}

function toolChoice(choice: NonNullable<AnthropicOptions["toolChoice"]>) {
  return typeof choice === "string" ? { type: choice } : choice;
}

function cacheControl(options: AnthropicOptions, compat: AnthropicMessagesCompat): { cache_control?: object } {
  const retention = options.cacheRetention ?? "short";
  if (retention === "none") return {};
  const long = retention === "long" && compat.supportsLongCacheRetention !== false;
  return { cache_control: { type: "ephemeral", ...(long && { ttl: "1h" }) } };
}

/**
 * Marks the end of the last two user turns: the last one for the next request, the one before because a turn with many parallel results
 * exceeds how far the API looks back.
 */
function markForCache(messages: WireMessage[], cache: { cache_control?: object }): WireMessage[] {
  const turns = messages.filter(({ role }) => role === "user").slice(-2);
  for (const { content } of turns) {
    const last = content.length - 1;
    content[last] = { ...(content[last] as WireBlock), ...cache };
  }
  return messages;
}

function affinityHeaders({ sessionId, cacheRetention }: AnthropicOptions, compat: AnthropicMessagesCompat) {
  if (!compat.sendSessionAffinityHeaders || !sessionId || cacheRetention === "none") return {};
  return compat.sessionAffinityFormat === "openrouter"
    ? { "x-session-id": sessionId }
    : { "x-session-affinity": sessionId };
}
