import { type Dialect, endWord, type Say } from "./dialect.ts";

export const ollama: Dialect = {
  api: "ollama",
  source: "https://docs.ollama.com/api/chat",
  encode: (script) => {
    const reason = endWord(script, { length: "length", refusal: "load" }, "stop");
    const last = { message: { role: "assistant", content: "" }, done: true, done_reason: reason };
    return [
      ...script.says
        .flatMap(messagesOf)
        .map((message) => ({ message: { role: "assistant", ...message }, done: false })),
      { ...last, prompt_eval_count: 100, eval_count: 20 },
    ].map((line) => `${JSON.stringify({ model: "test-model", ...line })}\n`);
  },
  midStreamError: `${JSON.stringify({ error: "an error was encountered while running the model" })}\n`,
  interleaves: false,
  streamsArguments: false,
  thinks: true,
  signs: false,
  ownIds: true,
  usage: { input: 100, cacheRead: 0 },
};

function messagesOf(say: Say): object[] {
  if ("text" in say) return say.text.map((content) => ({ content }));
  if ("thinking" in say) return say.thinking.map((thinking) => ({ content: "", thinking }));
  const calls = "call" in say ? [say.call] : say.interleaved;
  return calls.map(({ name, pieces }) => ({
    content: "",
    tool_calls: [{ function: { name, arguments: JSON.parse(pieces.join("")) } }],
  }));
}
