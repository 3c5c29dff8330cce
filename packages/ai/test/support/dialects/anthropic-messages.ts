import { alternate, callsOf, type Dialect, endWord, type Say, sseFrame } from "./dialect.ts";

export const anthropicMessages: Dialect = {
  api: "anthropic-messages",
  source: "https://platform.claude.com/docs/build-with-claude/streaming",
  encode: (script) => {
    let index = 0;
    const blocks = script.says.flatMap((say) => {
      const events = eventsOf(say, index);
      index += "interleaved" in say ? 2 : 1;
      return events;
    });
    const usual = callsOf(script).length > 0 ? "tool_use" : "end_turn";
    const reason = endWord(script, { length: "max_tokens", refusal: "refusal" }, usual);
    const start = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "test-model",
      content: [],
      usage: { input_tokens: 60, cache_read_input_tokens: 40, cache_creation_input_tokens: 0, output_tokens: 1 },
    };
    return [
      { type: "message_start", message: start },
      { type: "ping" },
      ...blocks,
      { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 20 } },
      { type: "message_stop" },
    ].map((event) => sseFrame(event, true));
  },
  midStreamError: sseFrame(
    { type: "error", error: { type: "overloaded_error", message: "Overloaded" } } as object,
    true,
  ),
  interleaves: true,
  streamsArguments: true,
  thinks: true,
  signs: true,
};

function eventsOf(say: Say, index: number): { type: string }[] {
  if ("text" in say) {
    const deltas = say.text.map((text) => blockDelta(index, { type: "text_delta", text }));
    return [start(index, { type: "text", text: "" }), ...deltas, stop(index)];
  }
  if ("thinking" in say) {
    const deltas = say.thinking.map((thinking) => blockDelta(index, { type: "thinking_delta", thinking }));
    const signature = blockDelta(index, { type: "signature_delta", signature: say.signature });
    return [start(index, { type: "thinking", thinking: "" }), ...deltas, signature, stop(index)];
  }
  const calls = "call" in say ? [say.call] : say.interleaved;
  return [
    ...calls.map(({ id, name }, offset) => start(index + offset, { type: "tool_use", id, name, input: {} })),
    ...alternate(calls).map(({ call, piece }) =>
      blockDelta(index + call, { type: "input_json_delta", partial_json: piece }),
    ),
    ...calls.map((_, offset) => stop(index + offset)),
  ];
}

function start(index: number, block: object) {
  return { type: "content_block_start", index, content_block: block };
}

function blockDelta(index: number, delta: object) {
  return { type: "content_block_delta", index, delta };
}

function stop(index: number) {
  return { type: "content_block_stop", index };
}
