import { authHeaders } from "../../auth/auth-headers.ts";
import { keyVariable, requestKey } from "../../auth/request-key.ts";
import type { Context } from "../../contract/context.ts";
import type { Model } from "../../contract/model.ts";
import type { SimpleStreamOptions, StreamOptions } from "../../contract/options.ts";
import type { Tool } from "../../contract/tool.ts";
import { foldSystemMessages } from "../../handover/fold-system-messages.ts";
import { answerRoom } from "../../models/answer-room.ts";
import { endpointUrl } from "../../transport/endpoint-url.ts";
import type { HttpRequest } from "../../transport/send.ts";
import { strictSchema } from "../strict-schema.ts";
import { contentsOf } from "./contents.ts";
import { type GoogleThinking, thinkingConfig, thinkingFor } from "./thinking.ts";

export interface GoogleOptions extends StreamOptions {
  toolChoice?: "auto" | "none" | "any";
  thinking?: GoogleThinking;
}

export function buildRequest(model: Model, context: Context, options: GoogleOptions): HttpRequest {
  return {
    url: endpointUrl(model.baseUrl, `/models/${model.id}:streamGenerateContent?alt=sse`, options.env),
    headers: authHeaders(model, requestKey(model, options), "x-goog-api-key"),
    body: buildBody(model, context, options),
    keyVariable: keyVariable(model, options),
  };
}

/** Builds the body that both of Google's endpoints share. */
export function buildBody(model: Model, context: Context, options: GoogleOptions): object {
  const { systemPrompt, messages, tools } = foldSystemMessages(context);
  const thinking = thinkingConfig(model, options.thinking);
  const declarations = tools.map(({ name, description, parameters }) => ({
    name,
    description,
    parametersJsonSchema: parameters,
  }));
  const callingMode = declarations.length > 0 ? callingModeOf(model, tools, options) : undefined;
  const generationConfig = {
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(options.maxTokens && { maxOutputTokens: options.maxTokens }),
    ...(thinking && { thinkingConfig: thinking }),
  };
  return {
    ...(systemPrompt && { systemInstruction: { parts: [{ text: systemPrompt }] } }),
    ...(declarations.length > 0 && { tools: [{ functionDeclarations: declarations }] }),
    ...(callingMode && { toolConfig: { functionCallingConfig: { mode: callingMode } } }),
    contents: contentsOf(model, messages),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
  };
}

/** Returns the calling mode. Calls are constrained to the schemas of all tools or of none; an explicit choice has precedence. */
function callingModeOf(model: Model, tools: readonly Tool[], { toolChoice }: GoogleOptions): string | undefined {
  const isSupported = HOLDS_TO_SCHEMAS.test(model.id);
  const isStrict = tools.filter((tool) => strictSchema(tool, { isSupported })).length > 0;
  return isStrict && (toolChoice ?? "auto") === "auto" ? "VALIDATED" : toolChoice?.toUpperCase();
}

/** Older models allow required arguments to be missing. */
const HOLDS_TO_SCHEMAS = /gemini-(?:[3-9]|\d\d)/;

export function fromSimple(model: Model, context: Context, simple: SimpleStreamOptions): GoogleOptions {
  const { reasoning, thinkingBudgets, ...options } = simple;
  const maxTokens = answerRoom(model, context, options.maxTokens);
  return { ...options, maxTokens, thinking: thinkingFor(model, reasoning, maxTokens, thinkingBudgets) };
}
