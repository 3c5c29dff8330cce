/** The parts of a Messages API stream that we read. */
export type StreamEvent =
  | { type: "message_start"; message: { id?: string; model?: string; usage?: WireUsage } }
  | { type: "content_block_start"; index: number; content_block: StartedBlock }
  | { type: "content_block_delta"; index: number; delta: BlockDelta }
  | { type: "content_block_stop"; index: number }
  | { type: "message_delta"; delta: MessageDelta; usage?: WireUsage }
  | { type: "message_stop" }
  | { type: "ping" }
  | { type: "error"; error: unknown };

export type StartedBlock =
  | { type: "text"; text?: string }
  | { type: "thinking"; thinking?: string }
  | { type: "redacted_thinking"; data: string }
  | { type: "tool_use"; id: string; name: string; input?: object }
  | { type: "fallback"; to?: { model?: string } }
  | { type: "server_tool_use" };

export type BlockDelta =
  | { type: "text_delta"; text: string }
  | { type: "thinking_delta"; thinking: string }
  | { type: "signature_delta"; signature: string }
  | { type: "input_json_delta"; partial_json: string }
  | { type: "citations_delta" };

export interface MessageDelta {
  stop_reason?: string | null;
  stop_details?: { explanation?: string | null } | null;
}

export interface WireUsage {
  input_tokens?: number | null;
  output_tokens?: number | null;
  cache_read_input_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
  cache_creation?: { ephemeral_1h_input_tokens?: number } | null;
  output_tokens_details?: { thinking_tokens?: number } | null;
}
