import { type Dialect, endWord, type Say, type ScriptedCall, sseFrame } from "./dialect.ts";

export const googleGenerativeAI: Dialect = {
  api: "google-generative-ai",
  source: "https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse",
  encode: (script) => {
    const reason = endWord(script, { length: "MAX_TOKENS", refusal: "SAFETY" }, "STOP");
    const parts = script.says.flatMap(partsOf);
    const usageMetadata = {
      promptTokenCount: 100,
      cachedContentTokenCount: 40,
      candidatesTokenCount: 15,
      thoughtsTokenCount: 5,
      totalTokenCount: 120,
    };
    const last = { candidates: [{ content: { role: "model", parts: [] }, finishReason: reason }], usageMetadata };
    return [...parts.map((part) => ({ candidates: [{ content: { role: "model", parts: [part] } }] })), last].map(
      (chunk) => sseFrame({ ...chunk, modelVersion: "test-model", responseId: "r1" } as object),
    );
  },
  midStreamError: sseFrame({
    error: { code: 503, message: "The model is overloaded", status: "UNAVAILABLE" },
  } as object),
  interleaves: false,
  streamsArguments: false,
  thinks: true,
  signs: true,
  ownIds: true,
};

function partsOf(say: Say): object[] {
  if ("text" in say) return say.text.map((text) => ({ text }));
  if ("thinking" in say) {
    const thoughts: object[] = say.thinking.map((text) => ({ text, thought: true }));
    thoughts[thoughts.length - 1] = { ...thoughts.at(-1), thoughtSignature: say.signature };
    return thoughts;
  }
  return ("call" in say ? [say.call] : say.interleaved).map(functionCall);
}

function functionCall({ name, pieces }: ScriptedCall): object {
  return { functionCall: { name, args: JSON.parse(pieces.join("")) } };
}
