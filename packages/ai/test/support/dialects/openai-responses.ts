import { alternate, type Dialect, endWord, type Frames, type Say, type Script, sseFrame } from "./dialect.ts";

export const openAIResponses: Dialect = {
  api: "openai-responses",
  source: "https://platform.openai.com/docs/api-reference/responses-streaming",
  encode: encodeResponses,
  midStreamError: sseFrame({ type: "error", code: "server_error", message: "The server had an error" } as object, true),
  interleaves: true,
  streamsArguments: true,
  thinks: true,
  signs: true,
};

export function encodeResponses(script: Script): Frames {
  let index = 0;
  const items = script.says.flatMap((say) => {
    const events = eventsOf(say, index);
    index += "interleaved" in say ? 2 : 1;
    return events;
  });
  const reason = endWord(script, { length: "max_output_tokens", refusal: "content_filter" }, undefined);
  const status = reason ? "incomplete" : "completed";
  const response = {
    id: "resp_1",
    model: "test-model",
    status,
    incomplete_details: reason ? { reason } : null,
    usage: { input_tokens: 100, input_tokens_details: { cached_tokens: 40 }, output_tokens: 20, total_tokens: 120 },
  };
  return [
    { type: "response.created", response: { id: "resp_1", model: "test-model", status: "in_progress" } },
    ...items,
    { type: `response.${status}`, response },
  ].map((event) => sseFrame(event, true));
}

function eventsOf(say: Say, index: number): { type: string }[] {
  if ("text" in say) return messageEvents(say.text, index);
  if ("thinking" in say) return reasoningEvents(say.thinking, say.signature, index);
  const calls = "call" in say ? [say.call] : say.interleaved;
  const items = calls.map(({ id, name }, offset) => ({
    type: "function_call",
    id: `fc_${index + offset}`,
    call_id: id,
    name,
    arguments: "",
  }));
  return [
    ...items.map((item, offset) => added(index + offset, item)),
    ...alternate(calls).map(({ call, piece }) => ({
      type: "response.function_call_arguments.delta",
      output_index: index + call,
      item_id: `fc_${index + call}`,
      delta: piece,
    })),
    ...items.map((item, offset) => done(index + offset, { ...item, arguments: calls[offset]?.pieces.join("") })),
  ];
}

function messageEvents(texts: string[], index: number): { type: string }[] {
  const item = { type: "message", id: `msg_${index}`, role: "assistant", content: [] as object[] };
  const deltas = texts.map((delta) => ({
    type: "response.output_text.delta",
    output_index: index,
    item_id: item.id,
    content_index: 0,
    delta,
  }));
  const content = [{ type: "output_text", text: texts.join(""), annotations: [] }];
  return [added(index, item), ...deltas, done(index, { ...item, content })];
}

function reasoningEvents(texts: string[], signature: string, index: number): { type: string }[] {
  const item = { type: "reasoning", id: `rs_${index}`, summary: [] as object[], encrypted_content: signature };
  const position = { output_index: index, item_id: item.id, summary_index: 0 };
  return [
    added(index, item),
    { type: "response.reasoning_summary_part.added", ...position } as { type: string },
    ...texts.map((delta) => ({ type: "response.reasoning_summary_text.delta", ...position, delta })),
    done(index, { ...item, summary: [{ type: "summary_text", text: texts.join("") }] }),
  ];
}

function added(index: number, item: object) {
  return { type: "response.output_item.added", output_index: index, item };
}

function done(index: number, item: object) {
  return { type: "response.output_item.done", output_index: index, item };
}
