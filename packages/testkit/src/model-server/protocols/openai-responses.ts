import { frameServerSentEvent, SSE } from "../framing.ts";
import { type Exchange, type JsonRecord, joined, type ModelProtocol, type ProtocolEvent } from "../protocol.ts";
import type { FailureKind, ResolvedToolCall, ResolvedTurn, ScriptedUsage } from "../turn.ts";
import { openaiFailure } from "./openai-completions.ts";

export const openaiResponses: ModelProtocol = {
  name: "openai-responses",
  path: /\/responses$/,
  contentType: SSE,
  frame: frameServerSentEvent,
  wantsStream: (_path, body) => body.stream === true,
  events,
  whole: (turn, exchange) => response(exchange, turn, wholeOutput(turn, exchange)),
  failure: openaiFailure,
  failureEvent,
};

function* events(turn: ResolvedTurn, exchange: Exchange): Generator<ProtocolEvent> {
  let sequence = 0;
  const event = (type: string, fields: JsonRecord, isDelta = false): ProtocolEvent => ({
    name: type,
    payload: { type, sequence_number: sequence++, ...fields },
    isDelta,
  });
  yield event("response.created", { response: response(exchange, undefined, []) });
  yield event("response.in_progress", { response: response(exchange, undefined, []) });
  const output: JsonRecord[] = [];
  for (const item of items(turn, exchange)) {
    const at = { output_index: output.length };
    yield event("response.output_item.added", { ...at, item: item.opening });
    const address = { item_id: String(item.opening.id), ...at };
    for (const part of item.parts(address)) yield event(part.type, part.fields, part.isDelta);
    const done = item.done();
    yield event("response.output_item.done", { ...at, item: done });
    output.push(done);
  }
  const last = response(exchange, turn, output);
  yield event(turn.stopReason === "length" ? "response.incomplete" : "response.completed", { response: last });
}

/** `done` is called after `parts` is exhausted, because the text of an iterable is only known then. */
interface OutputItem {
  readonly opening: JsonRecord;
  readonly parts: (address: JsonRecord) => Generator<ItemPart>;
  readonly done: () => JsonRecord;
}

interface ItemPart {
  readonly type: string;
  readonly fields: JsonRecord;
  readonly isDelta: boolean;
}

function* items(turn: ResolvedTurn, exchange: Exchange): Generator<OutputItem> {
  if (turn.thinking !== undefined) yield reasoningItem(turn.thinking, exchange);
  if (turn.text !== undefined) yield messageItem(turn.text, exchange, turn.stopReason === "refusal");
  for (const [index, image] of turn.images.entries()) {
    const item = { type: "image_generation_call", id: `ig_${exchange.index}_${index}` };
    yield simpleItem({ ...item, status: "in_progress" }, { ...item, status: "completed", result: image.data });
  }
  for (const call of turn.toolCalls) yield callItem(call);
}

function reasoningItem(deltas: Iterable<string>, exchange: Exchange): OutputItem {
  const id = `rs_${exchange.index}`;
  const text: string[] = [];
  return {
    opening: { type: "reasoning", id, summary: [] },
    *parts(address) {
      const at = { ...address, summary_index: 0 };
      const prefix = "response.reasoning_summary";
      yield part(`${prefix}_part.added`, { ...at, part: { type: "summary_text", text: "" } });
      for (const delta of deltas) {
        text.push(delta);
        yield part(`${prefix}_text.delta`, { ...at, delta }, true);
      }
      yield part(`${prefix}_text.done`, { ...at, text: text.join("") });
      yield part(`${prefix}_part.done`, { ...at, part: { type: "summary_text", text: text.join("") } });
    },
    done: () => ({
      type: "reasoning",
      id,
      summary: [{ type: "summary_text", text: text.join("") }],
      encrypted_content: `encrypted-${id}`,
    }),
  };
}

function messageItem(deltas: Iterable<string>, exchange: Exchange, isRefusal: boolean): OutputItem {
  const id = `msg_${exchange.index}`;
  const text: string[] = [];
  const content = (whole: string): JsonRecord =>
    isRefusal ? { type: "refusal", refusal: whole } : { type: "output_text", text: whole, annotations: [] };
  const message = { type: "message", id, role: "assistant" };
  const kind = isRefusal ? "refusal" : "output_text";
  return {
    opening: { ...message, status: "in_progress", content: [] },
    *parts(address) {
      const at = { ...address, content_index: 0 };
      yield part("response.content_part.added", { ...at, part: content("") });
      for (const delta of deltas) {
        text.push(delta);
        yield part(`response.${kind}.delta`, { ...at, delta }, true);
      }
      const whole = text.join("");
      yield part(`response.${kind}.done`, { ...at, [isRefusal ? "refusal" : "text"]: whole });
      yield part("response.content_part.done", { ...at, part: content(whole) });
    },
    done: () => ({ ...message, status: "completed", content: [content(text.join(""))] }),
  };
}

function callItem(call: ResolvedToolCall): OutputItem {
  const field = call.custom ? "input" : "arguments";
  const type = call.custom ? "custom_tool_call" : "function_call";
  const prefix = call.custom ? "response.custom_tool_call_input" : "response.function_call_arguments";
  const item = { type, id: `${call.custom ? "ctc" : "fc"}_${call.id}`, call_id: call.id, name: call.name };
  return {
    opening: { ...item, [field]: "", status: "in_progress" },
    *parts(address) {
      for (const delta of call.argumentDeltas) yield part(`${prefix}.delta`, { ...address, delta }, true);
      yield part(`${prefix}.done`, { ...address, [field]: call.argumentsText });
    },
    done: () => ({ ...item, [field]: call.argumentsText, status: "completed" }),
  };
}

function simpleItem(opening: JsonRecord, done: JsonRecord): OutputItem {
  return {
    opening,
    *parts(address) {
      yield part("response.image_generation_call.completed", address);
    },
    done: () => done,
  };
}

function part(type: string, fields: JsonRecord, isDelta = false): ItemPart {
  return { type, fields, isDelta };
}

function wholeOutput(turn: ResolvedTurn, exchange: Exchange): JsonRecord[] {
  return Array.from(items(turn, exchange), (item) => {
    joined(mapTypes(item.parts({})));
    return item.done();
  });
}

function* mapTypes(parts: Iterable<ItemPart>): Generator<string> {
  for (const { type } of parts) yield type;
}

/** Returns the response object. Without a turn, the response is still in progress. */
function response(exchange: Exchange, turn: ResolvedTurn | undefined, output: readonly JsonRecord[]): JsonRecord {
  const isCut = turn?.stopReason === "length";
  return {
    id: `resp_${exchange.index}`,
    object: "response",
    created_at: 1_700_000_000,
    status: turn === undefined ? "in_progress" : isCut ? "incomplete" : "completed",
    error: null,
    incomplete_details: isCut ? { reason: "max_output_tokens" } : null,
    model: exchange.model,
    output,
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
    usage: turn === undefined ? null : responsesUsage(turn.usage),
  };
}

function responsesUsage(usage: ScriptedUsage): JsonRecord {
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheRead },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + usage.output,
  };
}

function failureEvent(kind: FailureKind): ProtocolEvent {
  const { error } = openaiFailure(kind).body as { error: { message: string; code: string | null; type: string } };
  const failed = { id: "resp_failed", object: "response", status: "failed", output: [] };
  return {
    name: "response.failed",
    payload: {
      type: "response.failed",
      sequence_number: 0,
      response: { ...failed, error: { code: error.code ?? error.type, message: error.message } },
    },
  };
}
