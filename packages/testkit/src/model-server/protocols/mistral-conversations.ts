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

/** Similar to Chat Completions, but thinking is a content chunk, calls arrive whole, and usage is part of the last choice. */
export const mistralConversations: ModelProtocol = {
  name: "mistral-conversations",
  // The same path as Chat Completions, so it is only recognised with the protocol's own prefix.
  path: /^\/mistral-conversations\/.*chat\/completions$/,
  contentType: SSE,
  frame: frameServerSentEvent,
  wantsStream: (_path, body) => body.stream === true,
  events,
  whole,
  failure,
  failureEvent: (kind) => ({ payload: failure(kind).body }),
};

function* events(turn: ResolvedTurn, exchange: Exchange): Generator<ProtocolEvent> {
  const chunk = (delta: JsonRecord): JsonRecord => ({
    ...head(exchange, "chat.completion.chunk"),
    choices: [{ index: 0, delta, finish_reason: null }],
  });
  yield { payload: chunk({ role: "assistant", content: "" }) };
  for (const delta of turn.thinking ?? []) yield { payload: chunk({ content: [thinking(delta)] }), isDelta: true };
  for (const delta of turn.text ?? []) yield { payload: chunk({ content: delta }), isDelta: true };
  const calls = turn.toolCalls.length === 0 ? {} : { tool_calls: turn.toolCalls.map(wholeCall) };
  yield {
    payload: {
      ...head(exchange, "chat.completion.chunk"),
      choices: [{ index: 0, delta: { content: "", ...calls }, finish_reason: finishReason[turn.stopReason] }],
      usage: mistralUsage(turn.usage),
    },
  };
  yield { payload: "[DONE]" };
}

function whole(turn: ResolvedTurn, exchange: Exchange): JsonRecord {
  const text = joined(turn.text);
  const content = turn.thinking === undefined ? text : [thinking(joined(turn.thinking)), { type: "text", text }];
  const message = { role: "assistant", content, tool_calls: turn.toolCalls.map(wholeCall) };
  return {
    ...head(exchange, "chat.completion"),
    choices: [{ index: 0, message, finish_reason: finishReason[turn.stopReason] }],
    usage: mistralUsage(turn.usage),
  };
}

const finishReason: Record<ScriptedStopReason, string> = {
  stop: "stop",
  length: "length",
  toolUse: "tool_calls",
  refusal: "error",
};

function head(exchange: Exchange, object: string): JsonRecord {
  return { id: `cmpl-${exchange.index}`, object, created: 1_700_000_000, model: exchange.model };
}

function thinking(text: string): JsonRecord {
  return { type: "thinking", thinking: [{ type: "text", text }] };
}

function wholeCall(call: ResolvedToolCall, index: number): JsonRecord {
  return { id: call.id, function: { name: call.name, arguments: call.argumentsText }, index };
}

function mistralUsage(usage: ScriptedUsage): JsonRecord {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead },
  };
}

const failures: Record<FailureKind, readonly [status: number, type: string, message: string]> = {
  "rate-limit": [429, "rate_limited", "Rate limit exceeded"],
  overloaded: [503, "service_unavailable", "Service unavailable."],
  server: [500, "internal_server_error", "Internal server error"],
  overflow: [
    400,
    "invalid_request_prompt",
    "Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length",
  ],
  auth: [401, "unauthorized", "Unauthorized"],
  "invalid-request": [400, "invalid_request_error", "The script has no answer for this request."],
};

function failure(kind: FailureKind): ProtocolFailure {
  const [status, type, message] = failures[kind];
  return { status, body: { object: "error", message, type, param: null, code: null } };
}
