import { alternate, callsOf, type Dialect, endWord, type Say, type ScriptedCall, sseFrame } from "./dialect.ts";

export const openAICompletions: Dialect = {
  api: "openai-completions",
  source: "https://platform.openai.com/docs/api-reference/chat-streaming/streaming",
  encode: (script) => {
    let index = 0;
    const frames = script.says.flatMap((say) => {
      const deltas = deltasOf(say, index);
      index += "call" in say ? 1 : "interleaved" in say ? 2 : 0;
      return deltas.map((delta) => chunk(delta));
    });
    const usual = callsOf(script).length > 0 ? "tool_calls" : "stop";
    const reason = endWord(script, { length: "length", refusal: "content_filter" }, usual);
    const usage = { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 40 } };
    return [
      chunk({ role: "assistant", content: "" }),
      ...frames,
      chunk({}, reason),
      sseFrame({ id: "chatcmpl-1", choices: [], usage } as object),
      sseFrame("[DONE]"),
    ];
  },
  midStreamError: sseFrame({ error: { message: "The server had an error", type: "server_error" } } as object),
  interleaves: true,
  streamsArguments: true,
  thinks: true,
  signs: true,
};

function deltasOf(say: Say, index: number): object[] {
  if ("text" in say) return say.text.map((content) => ({ content }));
  if ("thinking" in say) return say.thinking.map((text) => ({ reasoning_content: text }));
  const calls = "call" in say ? [say.call] : say.interleaved;
  const starts = calls.map((call, offset) => started(call, index + offset));
  const pieces = alternate(calls).map(({ call, piece }) => ({
    tool_calls: [{ index: index + call, function: { arguments: piece } }],
  }));
  return [...starts, ...pieces];
}

function started({ id, name }: ScriptedCall, index: number): object {
  return { tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] };
}

function chunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return sseFrame({ id: "chatcmpl-1", object: "chat.completion.chunk", model: "test-model", choices } as object);
}
