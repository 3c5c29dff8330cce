/** Text as it will be cut on the wire: a string is one delta, an iterable one delta per item. */
export type DeltaText = string | Iterable<string>;

/** One scripted answer of the model, in no protocol's words. Blocks go out as thinking, text, images, tool calls. */
export interface ModelTurn {
  readonly thinking?: DeltaText;
  readonly text?: DeltaText;
  readonly images?: readonly ScriptedImage[];
  readonly toolCalls?: readonly ScriptedToolCall[];
  /** Follows from the tool calls if absent. */
  readonly stopReason?: ScriptedStopReason;
  readonly usage?: Partial<ScriptedUsage>;
  /** Characters per delta of a tool call's arguments; 32 if absent. */
  readonly argumentDelta?: number;
  /** Deltas per second; as fast as the socket takes them if absent. */
  readonly pace?: number;
  /** Where the stream stops being what the protocol promises. */
  readonly breakage?: Breakage;
}

export type ScriptedStopReason = "stop" | "length" | "toolUse" | "refusal";

export interface ScriptedToolCall {
  readonly name: string;
  /** Made from the request's and the call's number if absent. */
  readonly id?: string;
  /** A string goes out as it is, so a script can send text that is no JSON. */
  readonly arguments: Readonly<Record<string, unknown>> | string;
  /** A tool that takes free text instead of JSON; the Responses protocol alone has them. */
  readonly custom?: boolean;
}

export interface ScriptedImage {
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

/** `input` counts what came from no cache, as the rest of Tau does; encoders add up what a vendor reports as one. */
export interface ScriptedUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
}

/** `after` counts events of the protocol that still go out whole. */
export type Breakage =
  | { readonly kind: "cut"; readonly after: number }
  | { readonly kind: "stall"; readonly after: number }
  | { readonly kind: "garbage"; readonly after: number; readonly bytes?: Uint8Array }
  | { readonly kind: "failure"; readonly after: number; readonly failure: FailureKind };

export type FailureKind = "rate-limit" | "overloaded" | "server" | "overflow" | "auth" | "invalid-request";

/** An answer that is no stream: an error of the API, a proxy's error page, or nothing at all. */
export type FailedReply =
  | { readonly failure: FailureKind; readonly retryAfter?: string | number; readonly status?: number }
  | { readonly failure: "html"; readonly status?: number; readonly body?: string }
  | { readonly failure: "silence" }
  | { readonly failure: "reset" };

export type ModelReply = ModelTurn | FailedReply;

/** A turn with every default filled in: what an encoder works on. */
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
