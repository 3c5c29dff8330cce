import { callsOf, type Dialect, endWord, type Say, type ScriptedCall, sseFrame } from "./dialect.ts";

export const mistralConversations: Dialect = {
  api: "mistral-conversations",
  source: "https://docs.mistral.ai/capabilities/reasoning/ and https://docs.mistral.ai/api/#tag/chat",
  encode: (script) => {
    let index = 0;
    const frames = script.says.flatMap(deltasOf).map((delta) => {
      const calls = delta.tool_calls?.map((call) => ({ ...call, index: index++ }));
      return chunk(calls ? { ...delta, tool_calls: calls } : delta);
    });
    const usual = callsOf(script).length > 0 ? "tool_calls" : "stop";
    const reason = endWord(script, { length: "model_length", refusal: "content_filter" }, usual);
    const usage = { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 40 } };
    return [
      chunk({ role: "assistant", content: "" }),
      ...frames,
      chunk({ content: "" }, reason, usage),
      sseFrame("[DONE]"),
    ];
  },
  midStreamError: sseFrame({ error: { message: "Internal error", type: "server_error" } } as object),
  interleaves: false,
  streamsArguments: false,
  thinks: true,
  signs: false,
};

interface Delta {
  role?: string;
  content?: unknown;
  tool_calls?: object[];
}

function deltasOf(say: Say): Delta[] {
  if ("text" in say) return say.text.map((content) => ({ content }));
  if ("thinking" in say) {
    return say.thinking.map((text) => ({ content: [{ type: "thinking", thinking: [{ type: "text", text }] }] }));
  }
  const calls = "call" in say ? [say.call] : say.interleaved;
  return [{ tool_calls: calls.map(wholeCall) }];
}

function wholeCall({ id, name, pieces }: ScriptedCall): object {
  return { id, function: { name, arguments: pieces.join("") } };
}

function chunk(delta: Delta, finish: string | null = null, usage?: object): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return sseFrame({ id: "cmpl-1", model: "test-model", choices, ...(usage && { usage }) } as object);
}
