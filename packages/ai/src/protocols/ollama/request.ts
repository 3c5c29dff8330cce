import { authHeaders } from "../../auth/auth-headers.ts";
import { requestKey } from "../../auth/request-key.ts";
import type { Context } from "../../contract/context.ts";
import type { AssistantMessage, ImageContent, Message, ThinkingContent } from "../../contract/messages.ts";
import type { Model, ThinkingLevel } from "../../contract/model.ts";
import type { StreamOptions } from "../../contract/options.ts";
import { contentText } from "../../handover/content-text.ts";
import { foldSystemMessages } from "../../handover/fold-system-messages.ts";
import { portableToolCallId } from "../../handover/tool-call-id.ts";
import { transformMessages } from "../../handover/transform-messages.ts";
import { samplingFields } from "../../models/sampling.ts";
import { vendorThinkingLevel } from "../../models/thinking-levels.ts";
import { endpointUrl } from "../../transport/endpoint-url.ts";
import type { HttpRequest } from "../../transport/send.ts";
import { wireTool } from "../openai-completions/wire-tool.ts";

export interface OllamaOptions extends StreamOptions {
  reasoning?: ThinkingLevel;
  /** How long the model stays loaded after the request, such as `5m`, or in seconds. */
  keepAlive?: string | number;
}

export function buildRequest(model: Model, context: Context, options: OllamaOptions): HttpRequest {
  const { systemPrompt, messages, tools } = foldSystemMessages(context);
  const system = systemPrompt ? [{ role: "system", content: systemPrompt }] : [];
  return {
    url: endpointUrl(model.baseUrl.replace(/\/v1\/?$/, ""), "/api/chat", options.env),
    headers: { accept: "application/x-ndjson", ...authHeaders(model, requestKey(model, options), "bearer") },
    body: {
      model: model.id,
      messages: [...system, ...transformMessages(messages, model, (id) => portableToolCallId(id)).map(wireMessage)],
      ...(tools.length > 0 && {
        tools: tools.map((tool) => wireTool(tool, { supportsStrictMode: false })),
      }),
      stream: true,
      ...(model.reasoning && { think: think(model, options.reasoning) }),
      ...(options.keepAlive !== undefined && { keep_alive: options.keepAlive }),
      options: {
        // Without it the server silently cuts the prompt to a few thousand tokens.
        ...(model.contextWindow > 0 && { num_ctx: model.contextWindow }),
        ...(options.maxTokens && { num_predict: options.maxTokens }),
        ...(options.temperature !== undefined && { temperature: options.temperature }),
        ...samplingFields(model, options),
      },
    },
  };
}

/** Returns on or off, or the level for models with levels. */
function think(model: Model, level: ThinkingLevel | undefined): boolean | string {
  if (!level) return false;
  return model.thinkingLevelMap ? (vendorThinkingLevel(model, level) ?? true) : true;
}

function wireMessage(message: Message): object {
  if (message.role === "assistant") return assistantMessage(message);
  const blocks: readonly { type: string }[] = typeof message.content === "string" ? [] : message.content;
  const images = blocks.filter(isImage);
  return {
    role: message.role === "toolResult" ? "tool" : message.role,
    content: contentText(message.content),
    ...(images.length > 0 && { images: images.map(({ data }) => data) }),
    ...(message.role === "toolResult" && { tool_name: message.toolName, tool_call_id: message.toolCallId }),
  };
}

function assistantMessage({ content }: AssistantMessage): object {
  const calls = content.filter((block) => block.type === "toolCall");
  const thinking = content.filter((block): block is ThinkingContent => block.type === "thinking");
  return {
    role: "assistant",
    content: contentText(content, ""),
    ...(thinking.length > 0 && { thinking: thinking.map((block) => block.thinking).join("") }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, arguments: input }) => ({ id, function: { name, arguments: input } })),
    }),
  };
}

function isImage(block: { type: string }): block is ImageContent {
  return block.type === "image";
}
