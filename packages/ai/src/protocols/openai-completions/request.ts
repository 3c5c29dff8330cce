import { authHeaders } from "../../auth/auth-headers.ts";
import { keyVariable, requestKey } from "../../auth/request-key.ts";
import type { Context } from "../../contract/context.ts";
import type { Model, ThinkingLevel } from "../../contract/model.ts";
import type { CacheRetention, StreamOptions } from "../../contract/options.ts";
import { placeSystemMessages } from "../../handover/place-system-messages.ts";
import { samplingFields } from "../../models/sampling.ts";
import { thinkingBudget } from "../../models/thinking-budgets.ts";
import { vendorEffort } from "../../models/thinking-effort.ts";
import { azureEndpoint } from "../../providers/azure-endpoint.ts";
import { copilotHeaders } from "../../providers/copilot-headers.ts";
import { endpointUrl } from "../../transport/endpoint-url.ts";
import type { HttpRequest } from "../../transport/send.ts";
import { clampPromptCacheKey } from "../prompt-cache-key.ts";
import { sessionAffinityHeaders } from "../session-affinity.ts";
import { type ResolvedCompat, resolveCompat } from "./compat.ts";
import { type WireMessage, wireMessages } from "./messages.ts";
import { thinkingFields } from "./thinking.ts";
import { wireTool } from "./wire-tool.ts";

export interface OpenAICompletionsOptions extends StreamOptions {
  toolChoice?: "auto" | "none" | "required" | { type: "function"; function: { name: string } };
  reasoningEffort?: ThinkingLevel;
  thinkingBudgets?: Partial<Record<ThinkingLevel, number>>;
}

export function buildRequest(model: Model, context: Context, options: OpenAICompletionsOptions): HttpRequest {
  const compat = resolveCompat(model);
  const key = requestKey(model, options);
  const azure = model.provider === "azure" ? azureEndpoint(model, options) : undefined;
  return {
    url: endpointUrl(azure?.baseUrl ?? model.baseUrl, "/chat/completions", options.env),
    headers: {
      ...authHeaders(model, key, "bearer"),
      ...copilotHeaders(model, context.messages),
      ...affinityHeaders(options, compat),
    },
    body: { ...buildBody(model, context, options, compat), ...(azure && { model: azure.deployment }) },
    keyVariable: keyVariable(model, options),
  };
}

function buildBody(model: Model, context: Context, options: OpenAICompletionsOptions, compat: ResolvedCompat) {
  const placed = placeSystemMessages(context, {
    messages: compat.supportsMidConvoSystemMessages,
    tools: compat.supportsMidConvoToolAdditions,
  });
  const messages = wireMessages(model, placed, compat);
  const tools = placed.tools.length > 0 ? placed.tools.map((tool) => wireTool(tool, compat)) : undefined;
  const retention = options.cacheRetention ?? "short";
  if (compat.cacheControlFormat === "anthropic" && retention !== "none") addCacheControl(messages, tools, retention);
  return {
    model: model.id,
    messages,
    ...(tools && { tools, ...(compat.zaiToolStream && { tool_stream: true }) }),
    ...(tools && options.toolChoice && { tool_choice: options.toolChoice }),
    stream: true,
    ...(compat.supportsUsageInStreaming !== false && { stream_options: { include_usage: true } }),
    ...(compat.supportsStore && { store: false }),
    ...(options.maxTokens && { [compat.maxTokensField]: options.maxTokens }),
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(model.reasoning && thinkingFields(compat, thinkingOf(model, options))),
    ...cacheFields(model, options, compat),
    ...(compat.openRouterRouting && { provider: compat.openRouterRouting }),
    ...(compat.vercelGatewayRouting && { providerOptions: { gateway: compat.vercelGatewayRouting } }),
    ...(compat.vllmPriority !== undefined && { priority: compat.vllmPriority }),
    ...samplingFields(model, options, options.reasoningEffort),
  };
}

function thinkingOf(model: Model, options: OpenAICompletionsOptions) {
  const level = options.reasoningEffort;
  return {
    level,
    effort: vendorEffort(model, level),
    budget: level && thinkingBudget(level, options.maxTokens ?? model.maxTokens, options.thinkingBudgets),
  };
}

function affinityHeaders({ sessionId, cacheRetention }: OpenAICompletionsOptions, compat: ResolvedCompat) {
  const isWanted = compat.sendSessionAffinityHeaders && cacheRetention !== "none";
  return isWanted ? sessionAffinityHeaders(compat.sessionAffinityFormat, sessionId) : {};
}

/** OpenAI routes requests with the same key to the same cache; other servers with this field set it in their compat. */
function cacheFields(model: Model, options: OpenAICompletionsOptions, compat: ResolvedCompat) {
  if (options.cacheRetention === "none" || !model.baseUrl.includes("api.openai.com")) return {};
  const key = clampPromptCacheKey(options.sessionId);
  return {
    ...(key && { prompt_cache_key: key }),
    ...(options.cacheRetention === "long" && compat.supportsLongCacheRetention && { prompt_cache_retention: "24h" }),
  };
}

/** Marks the cacheable parts of a prompt for servers that pass Anthropic's markers through: system, tools, last message. */
function addCacheControl(messages: WireMessage[], tools: object[] | undefined, retention: CacheRetention): void {
  const marker = { cache_control: { type: "ephemeral", ...(retention === "long" && { ttl: "1h" }) } };
  const [first] = messages;
  if (first?.role === "system" || first?.role === "developer") markLastPart(first, marker);
  const lastTool = tools?.at(-1);
  if (lastTool) Object.assign(lastTool, marker);
  const last = messages.findLast(({ role, content }) => role !== "system" && role !== "developer" && content);
  if (last) markLastPart(last, marker);
}

function markLastPart(message: WireMessage, marker: object): void {
  const parts: unknown = message.content;
  const list: object[] = typeof parts === "string" ? [{ type: "text", text: parts }] : [...(parts as object[])];
  const last = list.findLastIndex((part) => (part as { type?: string }).type === "text");
  if (last < 0) return;
  list[last] = { ...list[last], ...marker };
  message.content = list;
}
