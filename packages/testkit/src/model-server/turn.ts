/** Text and its deltas: a string is one delta, an iterable has one delta per item. */
export type DeltaText = string | Iterable<string>;

/** One scripted answer of the model, independent of the protocol. Blocks are sent in the order thinking, text, images, tool calls. */
export interface ModelTurn {
  readonly thinking?: DeltaText;
  readonly text?: DeltaText;
  readonly images?: readonly ScriptedImage[];
  readonly toolCalls?: readonly ScriptedToolCall[];
  /** Default: derived from the tool calls. */
  readonly stopReason?: ScriptedStopReason;
  readonly usage?: Partial<ScriptedUsage>;
  /** Characters per delta of a tool call's arguments. Default: 32. */
  readonly argumentDelta?: number;
  /** Deltas per second. Default: as fast as the socket accepts them. */
  readonly pace?: number;
  /** Where and how the stream violates the protocol. */
  readonly breakage?: Breakage;
}

export type ScriptedStopReason = "stop" | "length" | "toolUse" | "refusal";

export interface ScriptedToolCall {
  readonly name: string;
  /** Default: made from the numbers of the request and the call. */
  readonly id?: string;
  /** A string is sent unchanged, so that a script can send invalid JSON. */
  readonly arguments: Readonly<Record<string, unknown>> | string;
  /** Whether the tool takes free text instead of JSON; only the Responses protocol has such tools. */
  readonly custom?: boolean;
}

export interface ScriptedImage {
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

/** `input` excludes cached tokens, as in the rest of Tau; encoders add them where a vendor reports one sum. */
export interface ScriptedUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
}

/** `after` is the number of protocol events that are sent correctly before. */
export type Breakage =
  | { readonly kind: "cut"; readonly after: number }
  | { readonly kind: "stall"; readonly after: number }
  | { readonly kind: "garbage"; readonly after: number; readonly bytes?: Uint8Array }
  | { readonly kind: "failure"; readonly after: number; readonly failure: FailureKind };

export type FailureKind = "rate-limit" | "overloaded" | "server" | "overflow" | "auth" | "invalid-request";

/** An answer that is not a stream: an API error, a proxy's error page, or nothing at all. */
export type FailedReply =
  | { readonly failure: FailureKind; readonly retryAfter?: string | number; readonly status?: number }
  | { readonly failure: "html"; readonly status?: number; readonly body?: string }
  | { readonly failure: "silence" }
  | { readonly failure: "reset" };

export type ModelReply = ModelTurn | FailedReply;

/** A turn with all defaults filled in, for encoders. */
export interface ResolvedTurn {
  readonly thinking: Iterable<string> | undefined;
  readonly text: Iterable<string> | undefined;
  readonly images: readonly ScriptedImage[];
  readonly toolCalls: readonly ResolvedToolCall[];
  readonly stopReason: ScriptedStopReason;
  readonly usage: ScriptedUsage;
}

export interface ResolvedToolCall {
  readonly id: string;
  readonly name: string;
  readonly custom: boolean;
  readonly argumentsText: string;
  readonly argumentDeltas: Iterable<string>;
}

export function isFailure(reply: ModelReply): reply is FailedReply {
  return "failure" in reply;
}

export function resolveTurn(turn: ModelTurn, requestIndex: number): ResolvedTurn {
  const toolCalls = (turn.toolCalls ?? []).map((call, index) =>
    resolveToolCall(call, `call_${requestIndex}_${index}`, turn.argumentDelta ?? 32),
  );
  return {
    thinking: deltas(turn.thinking),
    text: deltas(turn.text),
    images: turn.images ?? [],
    toolCalls,
    stopReason: turn.stopReason ?? (toolCalls.length > 0 ? "toolUse" : "stop"),
    usage: { input: 100, output: 10, cacheRead: 0, cacheWrite: 0, reasoning: 0, ...turn.usage },
  };
}

function resolveToolCall(call: ScriptedToolCall, id: string, size: number): ResolvedToolCall {
  const text = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
  return {
    id: call.id ?? id,
    name: call.name,
    custom: call.custom ?? false,
    argumentsText: text,
    argumentDeltas: pieces(text, size),
  };
}

function deltas(text: DeltaText | undefined): Iterable<string> | undefined {
  return typeof text === "string" ? [text] : text;
}

function* pieces(text: string, size: number): Generator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}
