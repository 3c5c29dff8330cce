import { AWS_EVENT_STREAM, frameAwsEvent } from "../framing.ts";
import {
  type Exchange,
  type JsonRecord,
  joined,
  type ModelProtocol,
  type ProtocolEvent,
  type ProtocolFailure,
} from "../protocol.ts";
import type { FailureKind, ResolvedTurn, ScriptedStopReason, ScriptedUsage } from "../turn.ts";

export const bedrockConverseStream: ModelProtocol = {
  name: "bedrock-converse-stream",
  path: /\/model\/[^/]+\/converse(-stream)?$/,
  contentType: AWS_EVENT_STREAM,
  frame: frameAwsEvent,
  wantsStream: (path) => path.endsWith("/converse-stream"),
  events,
  whole,
  failure,
  failureEvent,
};

function* events(turn: ResolvedTurn): Generator<ProtocolEvent> {
  yield { name: "messageStart", payload: { role: "assistant" } };
  let contentBlockIndex = 0;
  for (const block of blocks(turn)) {
    // Only a tool call has a start event; text and thinking begin with their first delta.
    if (block.start) yield { name: "contentBlockStart", payload: { contentBlockIndex, start: block.start } };
    for (const delta of block.deltas)
      yield { name: "contentBlockDelta", payload: { contentBlockIndex, delta }, isDelta: true };
    yield { name: "contentBlockStop", payload: { contentBlockIndex } };
    contentBlockIndex++;
  }
  yield { name: "messageStop", payload: { stopReason: stopReason[turn.stopReason] } };
  yield { name: "metadata", payload: { usage: converseUsage(turn.usage), metrics: { latencyMs: 1 } } };
}

interface Block {
  readonly start?: JsonRecord;
  readonly deltas: Iterable<JsonRecord>;
}

function* blocks(turn: ResolvedTurn): Generator<Block> {
  if (turn.thinking !== undefined) yield { deltas: thinkingDeltas(turn.thinking) };
  if (turn.text !== undefined) yield { deltas: textDeltas(turn.text) };
  for (const call of turn.toolCalls) {
    yield {
      start: { toolUse: { toolUseId: call.id, name: call.name } },
      deltas: argumentDeltas(call.argumentDeltas),
    };
  }
}

function* thinkingDeltas(deltas: Iterable<string>): Generator<JsonRecord> {
  for (const text of deltas) yield { reasoningContent: { text } };
  yield { reasoningContent: { signature: SIGNATURE } };
}

function* textDeltas(deltas: Iterable<string>): Generator<JsonRecord> {
  for (const text of deltas) yield { text };
}

function* argumentDeltas(deltas: Iterable<string>): Generator<JsonRecord> {
  for (const input of deltas) yield { toolUse: { input } };
}

function whole(turn: ResolvedTurn, _exchange: Exchange): JsonRecord {
  const content: JsonRecord[] = [];
  if (turn.thinking !== undefined) {
    const reasoningText = { text: joined(turn.thinking), signature: SIGNATURE };
    content.push({ reasoningContent: { reasoningText } });
  }
  if (turn.text !== undefined) content.push({ text: joined(turn.text) });
  for (const call of turn.toolCalls)
    content.push({ toolUse: { toolUseId: call.id, name: call.name, input: JSON.parse(call.argumentsText) } });
  return {
    output: { message: { role: "assistant", content } },
    stopReason: stopReason[turn.stopReason],
    usage: converseUsage(turn.usage),
    metrics: { latencyMs: 1 },
  };
}

const SIGNATURE = "c2lnbmF0dXJl";

const stopReason: Record<ScriptedStopReason, string> = {
  stop: "end_turn",
  length: "max_tokens",
  toolUse: "tool_use",
  refusal: "content_filtered",
};

function converseUsage(usage: ScriptedUsage): JsonRecord {
  return {
    inputTokens: usage.input,
    outputTokens: usage.output,
    totalTokens: usage.input + usage.output + usage.cacheRead + usage.cacheWrite,
    cacheReadInputTokens: usage.cacheRead,
    cacheWriteInputTokens: usage.cacheWrite,
  };
}

const failures: Record<FailureKind, readonly [status: number, type: string, message: string]> = {
  "rate-limit": [429, "ThrottlingException", "Too many requests, please wait before trying again."],
  overloaded: [503, "ServiceUnavailableException", "Bedrock is unable to process your request."],
  server: [500, "InternalServerException", "The system encountered an unexpected error during processing."],
  overflow: [400, "ValidationException", "Input is too long for requested model."],
  auth: [403, "UnrecognizedClientException", "The security token included in the request is invalid."],
  "invalid-request": [400, "ValidationException", "The script has no answer for this request."],
};

function failure(kind: FailureKind): ProtocolFailure {
  const [status, type, message] = failures[kind];
  return { status, body: { message }, headers: { "x-amzn-errortype": type } };
}

/** Returns the failure as an event. Inside a stream the name of the exception begins in lower case. */
function failureEvent(kind: FailureKind): ProtocolEvent {
  const [, type, message] = failures[kind];
  return { name: type.charAt(0).toLowerCase() + type.slice(1), payload: { message } };
}
