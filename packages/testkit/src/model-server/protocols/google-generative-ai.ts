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

export const googleGenerativeAi: ModelProtocol = {
  name: "google-generative-ai",
  path: /:(streamGenerateContent|generateContent)$/,
  contentType: SSE,
  frame: frameServerSentEvent,
  wantsStream: (path) => path.includes(":streamGenerateContent"),
  events,
  whole,
  failure,
  failureEvent: (kind) => ({ payload: failure(kind).body }),
};

function* events(turn: ResolvedTurn, exchange: Exchange): Generator<ProtocolEvent> {
  const opening = { promptTokenCount: turn.usage.input + turn.usage.cacheRead, totalTokenCount: turn.usage.input };
  const chunk = (part: JsonRecord): JsonRecord => ({
    candidates: [{ content: { role: "model", parts: [part] }, index: 0 }],
    usageMetadata: opening,
    ...tail(exchange),
  });
  for (const text of turn.thinking ?? []) yield { payload: chunk({ text, thought: true }), isDelta: true };
  for (const text of turn.text ?? []) yield { payload: chunk({ text }), isDelta: true };
  for (const image of turn.images) yield { payload: chunk({ inlineData: image }) };
  for (const call of turn.toolCalls) yield { payload: chunk(callPart(call)) };
  yield { payload: response([{ text: "" }], turn, exchange) };
}

function whole(turn: ResolvedTurn, exchange: Exchange): JsonRecord {
  const parts: JsonRecord[] = [];
  if (turn.thinking !== undefined) parts.push({ text: joined(turn.thinking), thought: true });
  if (turn.text !== undefined) parts.push({ text: joined(turn.text) });
  for (const image of turn.images) parts.push({ inlineData: image });
  for (const call of turn.toolCalls) parts.push(callPart(call));
  return response(parts, turn, exchange);
}

/** This vendor has no separate stop reason for tool calls. */
const finishReason: Record<ScriptedStopReason, string> = {
  stop: "STOP",
  length: "MAX_TOKENS",
  toolUse: "STOP",
  refusal: "SAFETY",
};

function response(parts: readonly JsonRecord[], turn: ResolvedTurn, exchange: Exchange): JsonRecord {
  return {
    candidates: [{ content: { role: "model", parts }, finishReason: finishReason[turn.stopReason], index: 0 }],
    usageMetadata: usageMetadata(turn.usage),
    ...tail(exchange),
  };
}

/** Returns a tool call. Arguments arrive as one object; the client must send the signature back with the call. */
function callPart(call: ResolvedToolCall): JsonRecord {
  return {
    functionCall: { id: call.id, name: call.name, args: JSON.parse(call.argumentsText) },
    thoughtSignature: "c2lnbmF0dXJl",
  };
}

function tail(exchange: Exchange): JsonRecord {
  return { modelVersion: exchange.model, responseId: `response-${exchange.index}` };
}

function usageMetadata(usage: ScriptedUsage): JsonRecord {
  const prompt = usage.input + usage.cacheRead;
  return {
    promptTokenCount: prompt,
    cachedContentTokenCount: usage.cacheRead,
    candidatesTokenCount: usage.output - usage.reasoning,
    thoughtsTokenCount: usage.reasoning,
    totalTokenCount: prompt + usage.output,
  };
}

const failures: Record<FailureKind, readonly [code: number, status: string, message: string]> = {
  "rate-limit": [429, "RESOURCE_EXHAUSTED", "You exceeded your current quota. Please retry in 1s."],
  overloaded: [503, "UNAVAILABLE", "The model is overloaded. Please try again later."],
  server: [500, "INTERNAL", "An internal error has occurred."],
  overflow: [
    400,
    "INVALID_ARGUMENT",
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
  ],
  auth: [400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."],
  "invalid-request": [400, "INVALID_ARGUMENT", "The script has no answer for this request."],
};

function failure(kind: FailureKind): ProtocolFailure {
  const [code, status, message] = failures[kind];
  return { status: code, body: { error: { code, message, status } } };
}
