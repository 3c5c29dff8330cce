import { expect, test } from "vitest";
import type { AgentMessage } from "../../src/index.ts";
import { run } from "../support/run.ts";
import { type Answer, answerOf, calls, says } from "../support/scripted-model.ts";
import { tool } from "../support/tools.ts";

const tools = [tool("look")];

function idsOf(messages: readonly AgentMessage[]): string[] {
  return messages.flatMap((message) => {
    if (message.role === "toolResult") return [`result ${message.toolCallId}`];
    if (message.role !== "assistant") return [];
    return message.content.flatMap((block) => (block.type === "toolCall" ? [`call ${block.id}`] : []));
  });
}

const ALIKE = [calls("look", {}, "call_0"), calls("look", {}, "call_0")];

test("calls that a server numbers anew in each answer, or alike in one, are told apart", async () => {
  const answers = [ALIKE, [calls("look", {}, "call_0")], [calls("look", {}, "call_1")], [says("Done")]];
  const { messages, requests, events } = await run(
    answers.map((blocks) => structuredClone(blocks)),
    { context: { tools } },
  );
  const ids = ["call_0", "call_0_2", "call_0_4", "call_1"];
  expect(idsOf(messages)).toEqual([
    "call call_0",
    "call call_0_2",
    "result call_0",
    "result call_0_2",
    "call call_0_4",
    "result call_0_4",
    "call call_1",
    "result call_1",
  ]);
  expect(events.flatMap((event) => (event.type === "tool_execution_start" ? [event.toolCallId] : []))).toEqual(ids);
  const last = requests.at(-1)?.context.messages ?? [];
  expect(last.flatMap((message) => (message.role === "toolResult" ? [message.toolCallId] : []))).toEqual(ids);
});

test("the item that an id names besides the call stays named", async () => {
  const twice = () => [calls("look", {}, "call|item")];
  const { messages } = await run([twice(), twice(), [says("Done")]], { context: { tools } });
  expect(idsOf(messages)).toEqual(["call call|item", "result call|item", "call call_3|item", "result call_3|item"]);
});

test("a stream that sets the id again, or copies the answer, does not bring it back", async () => {
  const copying: Answer = (_request, stream) => {
    const partial = answerOf(structuredClone(ALIKE.slice(0, 1)));
    stream.push({ type: "start", partial: answerOf([]) });
    stream.push({ type: "toolcall_start", contentIndex: 0, partial });
    stream.push({ type: "toolcall_delta", contentIndex: 0, delta: "{}", partial: structuredClone(partial) });
    stream.push({ type: "done", reason: "toolUse", message: structuredClone(partial) });
  };
  const { messages, events } = await run([structuredClone(ALIKE.slice(0, 1)), copying, [says("Done")]], {
    context: { tools },
  });
  expect(idsOf(messages)).toEqual(["call call_0", "result call_0", "call call_0_3", "result call_0_3"]);
  const seen = events.flatMap((event) => (event.type === "message_update" ? idsOf([event.message]) : []));
  expect(new Set(seen.slice(-2))).toEqual(new Set(["call call_0_3"]));
});
