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

/** One wire format: where it is asked, and how a turn or a failure looks in it. */
export interface ModelProtocol {
  readonly name: ModelProtocolName;
  /** Matched against the end of the path of a POST. */
  readonly path: RegExp;
  readonly contentType: string;
  readonly frame: (event: ProtocolEvent) => string | Uint8Array;
  readonly events: (turn: ResolvedTurn, exchange: Exchange) => Generator<ProtocolEvent>;
  /** The answer to a request that did not ask for a stream. */
  readonly whole: (turn: ResolvedTurn, exchange: Exchange) => JsonValue;
  readonly wantsStream: (path: string, body: JsonRecord) => boolean;
  readonly failure: (kind: FailureKind) => ProtocolFailure;
  /** How a failure reaches a client whose stream is already open. */
  readonly failureEvent: (kind: FailureKind) => ProtocolEvent;
}

export interface ProtocolEvent {
  readonly name?: string;
  /** A string goes out as it is. */
  readonly payload: JsonValue;
  /** Deltas are what `pace` counts. */
  readonly isDelta?: boolean;
}

/** What an encoder may know of the request it answers. */
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
