import { type Answer, sse } from "./http-server.ts";

/** A whole answer of the Messages API: these blocks, each given at once. */
export function anthropicAnswer(
  blocks: readonly AnthropicBlock[],
  { model = "test-model", stop = "end_turn" } = {},
): Answer {
  const events = blocks.flatMap(({ deltas = [], ...content_block }, index): object[] => [
    { type: "content_block_start", index, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ]);
  return sse(
    { type: "message_start", message: { id: "msg_1", model, usage: { input_tokens: 1_000_000, output_tokens: 1 } } },
    ...events,
    { type: "message_delta", delta: { stop_reason: stop }, usage: { output_tokens: 1_000_000 } },
    { type: "message_stop" },
  );
}

export interface AnthropicBlock {
  type: string;
  deltas?: object[];
  [field: string]: unknown;
}

export const signedThinking: AnthropicBlock = {
  type: "thinking",
  thinking: "",
  deltas: [
    { type: "thinking_delta", thinking: "hm" },
    { type: "signature_delta", signature: "sig" },
  ],
};

export const spokenText: AnthropicBlock = { type: "text", text: "", deltas: [{ type: "text_delta", text: "ok" }] };
