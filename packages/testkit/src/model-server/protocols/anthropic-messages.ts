import { frameServerSentEvent, SSE } from "../framing.ts";
import {
  type Exchange,
  type JsonRecord,
  joined,
  type ModelProtocol,
  type ProtocolEvent,
  type ProtocolFailure,
} from "../protocol.ts";
import type { FailureKind, ResolvedTurn, ScriptedStopReason, ScriptedUsage } from "../turn.ts";

export const anthropicMessages: ModelProtocol = {
  name: "anthropic-messages",
  path: /\/messages$/,
  contentType: SSE,
  frame: frameServerSentEvent,
  wantsStream: (_path, body) => body.stream === true,
  events,
  whole,
  failure,
  failureEvent: (kind) => ({ name: "error", payload: failure(kind).body }),
};

function* events(turn: ResolvedTurn, exchange: Exchange): Generator<ProtocolEvent> {
  const usage = messagesUsage(turn.usage);
  const message = { ...head(exchange), content: [], stop_reason: null, stop_sequence: null };
  yield event("message_start", { message: { ...message, usage: { ...usage, output_tokens: 1 } } });
  let index = 0;
  for (const block of blocks(turn)) {
    yield event("content_block_start", { index, content_block: block.opening });
    for (const delta of block.deltas) yield event("content_block_delta", { index, delta }, true);
    yield event("content_block_stop", { index });
    index++;
  }
  yield event("message_delta", { delta: { stop_reason: stopReason[turn.stopReason], stop_sequence: null }, usage });
  yield event("message_stop", {});
}

interface Block {
  readonly opening: JsonRecord;
  readonly deltas: Iterable<JsonRecord>;
}

function* blocks(turn: ResolvedTurn): Generator<Block> {
  if (turn.thinking !== undefined) {
    yield { opening: { type: "thinking", thinking: "", signature: "" }, deltas: thinkingDeltas(turn.thinking) };
  }
  if (turn.text !== undefined) yield { opening: { type: "text", text: "" }, deltas: textDeltas(turn.text) };
  for (const call of turn.toolCalls) {
    yield {
      opening: { type: "tool_use", id: call.id, name: call.name, input: {} },
      deltas: argumentDeltas(call.argumentDeltas),
    };
  }
}

function* thinkingDeltas(deltas: Iterable<string>): Generator<JsonRecord> {
  for (const thinking of deltas) yield { type: "thinking_delta", thinking };
  yield { type: "signature_delta", signature: SIGNATURE };
}

function* textDeltas(deltas: Iterable<string>): Generator<JsonRecord> {
  for (const text of deltas) yield { type: "text_delta", text };
}

function* argumentDeltas(deltas: Iterable<string>): Generator<JsonRecord> {
  for (const partial_json of deltas) yield { type: "input_json_delta", partial_json };
}

function whole(turn: ResolvedTurn, exchange: Exchange): JsonRecord {
  const content: JsonRecord[] = [];
  if (turn.thinking !== undefined)
    content.push({ type: "thinking", thinking: joined(turn.thinking), signature: SIGNATURE });
  if (turn.text !== undefined) content.push({ type: "text", text: joined(turn.text) });
  for (const call of turn.toolCalls)
    content.push({ type: "tool_use", id: call.id, name: call.name, input: JSON.parse(call.argumentsText) });
  return {
    ...head(exchange),
    content,
    stop_reason: stopReason[turn.stopReason],
    stop_sequence: null,
    usage: messagesUsage(turn.usage),
  };
}

const SIGNATURE = "c2lnbmF0dXJl";

const stopReason: Record<ScriptedStopReason, string> = {
  stop: "end_turn",
  length: "max_tokens",
  toolUse: "tool_use",
  refusal: "refusal",
};

function event(type: string, fields: JsonRecord, isDelta = false): ProtocolEvent {
  return { name: type, payload: { type, ...fields }, isDelta };
}

function head(exchange: Exchange): JsonRecord {
  return { id: `msg_${exchange.index}`, type: "message", role: "assistant", model: exchange.model };
}

function messagesUsage(usage: ScriptedUsage): JsonRecord {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: usage.output,
  };
}

const failures: Record<FailureKind, readonly [status: number, type: string, message: string]> = {
  "rate-limit": [429, "rate_limit_error", "This request would exceed your rate limit. Please try again later."],
  overloaded: [529, "overloaded_error", "Overloaded"],
  server: [500, "api_error", "Internal server error"],
  overflow: [400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"],
  auth: [401, "authentication_error", "invalid x-api-key"],
  "invalid-request": [400, "invalid_request_error", "The script has no answer for this request."],
};

function failure(kind: FailureKind): ProtocolFailure {
  const [status, type, message] = failures[kind];
  return { status, body: { type: "error", error: { type, message }, request_id: "req_scripted" } };
}
