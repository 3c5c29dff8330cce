import { frameLine, NDJSON } from "../framing.ts";
import {
  type Exchange,
  type JsonRecord,
  joined,
  type ModelProtocol,
  type ProtocolEvent,
  type ProtocolFailure,
} from "../protocol.ts";
import type { FailureKind, ResolvedToolCall, ResolvedTurn } from "../turn.ts";

export const ollama: ModelProtocol = {
  name: "ollama",
  path: /\/api\/chat$/,
  contentType: NDJSON,
  frame: frameLine,
  // Streams by default.
  wantsStream: (_path, body) => body.stream !== false,
  events,
  whole,
  failure,
  failureEvent: (kind) => ({ payload: failure(kind).body }),
};

function* events(turn: ResolvedTurn, exchange: Exchange): Generator<ProtocolEvent> {
  const line = (message: JsonRecord): JsonRecord => ({
    ...head(exchange),
    message: { role: "assistant", content: "", ...message },
    done: false,
  });
  for (const thinking of turn.thinking ?? []) yield { payload: line({ thinking }), isDelta: true };
  for (const content of turn.text ?? []) yield { payload: line({ content }), isDelta: true };
  for (const call of turn.toolCalls) yield { payload: line({ tool_calls: [wholeCall(call)] }) };
  yield { payload: { ...head(exchange), message: { role: "assistant", content: "" }, ...ending(turn) } };
}

function whole(turn: ResolvedTurn, exchange: Exchange): JsonRecord {
  const message = {
    role: "assistant",
    content: joined(turn.text),
    ...(turn.thinking === undefined ? {} : { thinking: joined(turn.thinking) }),
    ...(turn.toolCalls.length === 0 ? {} : { tool_calls: turn.toolCalls.map(wholeCall) }),
  };
  return { ...head(exchange), message, ...ending(turn) };
}

function head(exchange: Exchange): JsonRecord {
  return { model: exchange.model, created_at: "2026-01-01T00:00:00.000000Z" };
}

function wholeCall(call: ResolvedToolCall): JsonRecord {
  return { function: { name: call.name, arguments: JSON.parse(call.argumentsText) } };
}

/** Returns the last message. This server also says "stop" for tool calls. Durations are in nanoseconds. */
function ending(turn: ResolvedTurn): JsonRecord {
  return {
    done: true,
    done_reason: turn.stopReason === "length" ? "length" : "stop",
    total_duration: 1_000_000,
    load_duration: 100_000,
    prompt_eval_count: turn.usage.input + turn.usage.cacheRead,
    prompt_eval_duration: 100_000,
    eval_count: turn.usage.output,
    eval_duration: 800_000,
  };
}

const failures: Record<FailureKind, readonly [status: number, message: string]> = {
  "rate-limit": [429, "too many concurrent requests"],
  overloaded: [503, "server busy, please try again. maximum pending requests exceeded"],
  server: [500, "llama runner process has terminated"],
  overflow: [400, "the prompt is too long: it exceeds the context length of the model"],
  auth: [401, "unauthorized"],
  "invalid-request": [400, "the script has no answer for this request"],
};

function failure(kind: FailureKind): ProtocolFailure {
  const [status, error] = failures[kind];
  return { status, body: { error } };
}
