import type { FailureKind, ResolvedTurn } from "./turn.ts";

export type ModelProtocolName =
  | "openai-completions"
  | "openai-responses"
  | "openai-codex-responses"
  | "anthropic-messages"
  | "google-generative-ai"
  | "mistral-conversations"
  | "ollama"
  | "bedrock-converse-stream";

/** One wire format: its path, and its encoding of turns and failures. */
export interface ModelProtocol {
  readonly name: ModelProtocolName;
  /** Matched against the end of the path of a POST. */
  readonly path: RegExp;
  readonly contentType: string;
  readonly frame: (event: ProtocolEvent) => string | Uint8Array;
  readonly events: (turn: ResolvedTurn, exchange: Exchange) => Generator<ProtocolEvent>;
  /** Returns the answer to a request that did not ask for a stream. */
  readonly whole: (turn: ResolvedTurn, exchange: Exchange) => JsonValue;
  readonly wantsStream: (path: string, body: JsonRecord) => boolean;
  readonly failure: (kind: FailureKind) => ProtocolFailure;
  /** Returns the event that reports a failure in an open stream. */
  readonly failureEvent: (kind: FailureKind) => ProtocolEvent;
}

export interface ProtocolEvent {
  readonly name?: string;
  /** A string is sent unchanged. */
  readonly payload: JsonValue;
  /** Whether `pace` counts this event. */
  readonly isDelta?: boolean;
}

/** The parts of the request that an encoder may use. */
export interface Exchange {
  readonly index: number;
  readonly model: string;
  readonly body: JsonRecord;
}

export interface ProtocolFailure {
  readonly status: number;
  readonly body: JsonValue;
  readonly headers?: Readonly<Record<string, string>>;
}

export type JsonRecord = Readonly<Record<string, unknown>>;
export type JsonValue = JsonRecord | string;

export function joined(deltas: Iterable<string> | undefined): string {
  return deltas === undefined ? "" : [...deltas].join("");
}
