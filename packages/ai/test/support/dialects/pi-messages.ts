import { calculateCost, emptyUsage } from "../../../src/index.ts";
import { testModel } from "../models.ts";
import { alternate, callsOf, type Dialect, endWord, type Say, sseFrame } from "./dialect.ts";

const usage = { ...emptyUsage(), input: 60, output: 20, cacheRead: 40, totalTokens: 120 };
calculateCost(testModel("pi-messages"), usage);

export const piMessages: Dialect = {
  api: "pi-messages",
  source: "the published types of the event it is made of",
  interleaves: true,
  streamsArguments: true,
  thinks: true,
  signs: true,
  encode(script) {
    let next = 0;
    const events: object[] = [{ type: "start" }];
    for (const say of script.says) {
      const said = encodeSay(say, next);
      events.push(...said);
      next += "interleaved" in say ? 2 : 1;
    }
    const reason = endWord(script, { length: "length", refusal: "error" }, callsOf(script).length ? "toolUse" : "stop");
    const errorMessage = "The model declined to answer";
    events.push(
      reason === "error"
        ? { type: "error", reason, errorMessage, usage }
        : { type: "done", reason, usage, responseId: "r" },
    );
    return events.map((event) => sseFrame(event));
  },
  midStreamError: sseFrame({ type: "error", reason: "error", errorMessage: "overloaded", usage } as object),
};

function encodeSay(say: Say, contentIndex: number): object[] {
  if ("text" in say) {
    return [
      { type: "text_start", contentIndex },
      ...say.text.map((delta) => ({ type: "text_delta", contentIndex, delta })),
      { type: "text_end", contentIndex, content: say.text.join("") },
    ];
  }
  if ("thinking" in say) {
    return [
      { type: "thinking_start", contentIndex },
      ...say.thinking.map((delta) => ({ type: "thinking_delta", contentIndex, delta })),
      { type: "thinking_end", contentIndex, content: say.thinking.join(""), contentSignature: say.signature },
    ];
  }
  const calls = "call" in say ? [say.call] : say.interleaved;
  const at = (index: number) => contentIndex + index;
  return [
    ...calls.map(({ id, name }, index) => ({ type: "toolcall_start", contentIndex: at(index), id, toolName: name })),
    ...alternate(calls).map(({ call, piece }) => ({ type: "toolcall_delta", contentIndex: at(call), delta: piece })),
    ...calls.map(({ id, name, pieces }, index) => ({
      type: "toolcall_end",
      contentIndex: at(index),
      toolCall: { type: "toolCall", id, name, arguments: JSON.parse(pieces.join("")) },
    })),
  ];
}
