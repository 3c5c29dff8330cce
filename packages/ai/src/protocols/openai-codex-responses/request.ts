import { RequestError } from "../../ai-error.ts";
import type { Context } from "../../contract/context.ts";
import type { Model } from "../../contract/model.ts";
import { placeSystemMessages } from "../../handover/place-system-messages.ts";
import { endpointUrl } from "../../transport/endpoint-url.ts";
import type { HttpRequest } from "../../transport/send.ts";
import { buildBody, inPlaceSupport, type OpenAIResponsesOptions } from "../openai-responses/request.ts";

export interface OpenAICodexResponsesOptions extends OpenAIResponsesOptions {
  textVerbosity?: "low" | "medium" | "high";
}

const ACCOUNT_CLAIM = "https://api.openai.com/auth";
const DEFAULT_INSTRUCTIONS = "You are a helpful assistant.";

/**
 * Builds a request to the Responses API behind a ChatGPT sign-in: instructions are separate from the input, and a header names the account.
 * The API accepts neither a token limit nor a cache retention.
 */
export function buildRequest(model: Model, context: Context, options: OpenAICodexResponsesOptions): HttpRequest {
  const token = options.apiKey?.trim();
  if (!token) throw new RequestError(`No sign-in for ${model.provider}. Sign in with ChatGPT first.`, { code: "auth" });
  return {
    url: endpointUrl(model.baseUrl, "/codex/responses", options.env),
    headers: {
      authorization: `Bearer ${token}`,
      ...accountHeader(token),
      "openai-beta": "responses=experimental",
      originator: "tau",
      ...(options.sessionId &&
        options.cacheRetention !== "none" && {
          "session-id": options.sessionId,
          "x-client-request-id": options.sessionId,
        }),
    },
    body: buildCodexBody(model, context, options),
  };
}

export function buildCodexBody(model: Model, context: Context, options: OpenAICodexResponsesOptions) {
  const { systemPrompt, messages, tools } = placeSystemMessages(context, inPlaceSupport(model));
  const { reasoningSummary, ...others } = options;
  const asked = { ...others, ...(others.reasoningEffort && { reasoningSummary }) };
  const {
    max_output_tokens: _limit,
    prompt_cache_retention: _retention,
    ...body
  } = buildBody(model, { messages, tools }, asked);
  return {
    ...body,
    instructions: systemPrompt || DEFAULT_INSTRUCTIONS,
    text: { verbosity: options.textVerbosity ?? "low" },
    ...(tools.length > 0 && { tool_choice: body.tool_choice ?? "auto", parallel_tool_calls: true }),
  };
}

/** Returns the account from the claims of the token. A token that is not a JWT gets no header, for gateways with their own tokens. */
function accountHeader(token: string): Record<string, string> {
  const claims = token.split(".")[1];
  if (!claims) return {};
  try {
    const decoded = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
    const account: unknown = decoded[ACCOUNT_CLAIM]?.chatgpt_account_id;
    return typeof account === "string" ? { "chatgpt-account-id": account } : {};
  } catch {
    return {};
  }
}
