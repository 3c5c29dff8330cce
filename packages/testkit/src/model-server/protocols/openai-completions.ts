import { frameServerSentEvent, SSE } from "../framing.ts";
import {
  type Exchange,
  type JsonRecord,
  joined,
  type ModelProtocol,
  type ProtocolEvent,
  type ProtocolFailure,
} from "../protocol.ts";
import type { FailureKind, ResolvedToolCall, ResolvedTurn, ScriptedStopReason, ScriptedUsage } from "../turn.ts";

export const openaiCompletions: ModelProtocol = {
  name: "openai-completions",
  path: /\/chat\/completions$/,
  contentType: SSE,
  frame: frameServerSentEvent,
  wantsStream: (_path, body) => body.stream === true,
  events,
  whole,
  failure: openaiFailure,
  failureEvent: (kind) => ({ payload: openaiFailure(kind).body }),
};

function* events(turn: ResolvedTurn, exchange: Exchange): Generator<ProtocolEvent> {
  const chunk = (delta: JsonRecord, finish: string | null = null): JsonRecord => ({
    ...head(exchange, "chat.completion.chunk"),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });
  yield { payload: chunk({ role: "assistant", content: "" }) };
  for (const delta of turn.thinking ?? []) yield { payload: chunk({ reasoning_content: delta }), isDelta: true };
  for (const delta of turn.text ?? []) yield { payload: chunk({ content: delta }), isDelta: true };
  if (turn.images.length > 0) yield { payload: chunk({ images: images(turn) }) };
  for (const [index, call] of turn.toolCalls.entries()) {
    const opening = { index, id: call.id, type: "function", function: { name: call.name, arguments: "" } };
    yield { payload: chunk({ tool_calls: [opening] }) };
    for (const delta of call.argumentDeltas)
      yield { payload: chunk({ tool_calls: [{ index, function: { arguments: delta } }] }), isDelta: true };
  }
  yield { payload: chunk({}, finishReason[turn.stopReason]) };
  // Sent even if `stream_options.include_usage` does not ask for it, as most compatible servers do.
  yield { payload: { ...head(exchange, "chat.completion.chunk"), choices: [], usage: openaiUsage(turn.usage) } };
  yield { payload: "[DONE]" };
}

function whole(turn: ResolvedTurn, exchange: Exchange): JsonRecord {
  const message = {
    role: "assistant",
    content: turn.text === undefined ? null : joined(turn.text),
    ...(turn.thinking === undefined ? {} : { reasoning_content: joined(turn.thinking) }),
    ...(turn.images.length === 0 ? {} : { images: images(turn) }),
    ...(turn.toolCalls.length === 0 ? {} : { tool_calls: turn.toolCalls.map(wholeCall) }),
  };
  return {
    ...head(exchange, "chat.completion"),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason[turn.stopReason] }],
    usage: openaiUsage(turn.usage),
  };
}

const finishReason: Record<ScriptedStopReason, string> = {
  stop: "stop",
  length: "length",
  toolUse: "tool_calls",
  refusal: "content_filter",
};

function head(exchange: Exchange, object: string): JsonRecord {
  return { id: `chatcmpl-${exchange.index}`, object, created: 1_700_000_000, model: exchange.model };
}

function wholeCall(call: ResolvedToolCall): JsonRecord {
  return { id: call.id, type: "function", function: { name: call.name, arguments: call.argumentsText } };
}

function images(turn: ResolvedTurn): readonly JsonRecord[] {
  return turn.images.map((image) => ({
    type: "image_url",
    image_url: { url: `data:${image.mimeType};base64,${image.data}` },
  }));
}

function openaiUsage(usage: ScriptedUsage): JsonRecord {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
}

const failures: Record<FailureKind, readonly [status: number, type: string, code: string | null, message: string]> = {
  "rate-limit": [429, "requests", "rate_limit_exceeded", "Rate limit reached. Please try again later."],
  overloaded: [503, "server_error", null, "The engine is currently overloaded, please try again later."],
  server: [500, "server_error", null, "The server had an error while processing your request."],
  overflow: [
    400,
    "invalid_request_error",
    "context_length_exceeded",
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens.",
  ],
  auth: [401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided."],
  "invalid-request": [400, "invalid_request_error", null, "The script has no answer for this request."],
};

/** Returns the error response. Both OpenAI formats share it, since their errors are the same outside a stream. */
export function openaiFailure(kind: FailureKind): ProtocolFailure {
  const [status, type, code, message] = failures[kind];
  return { status, body: { error: { message, type, param: null, code } } };
}
