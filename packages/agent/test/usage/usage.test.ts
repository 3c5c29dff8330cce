import { expect, test } from "vitest";
import {
  type AgentMessage,
  calculateContextTokens,
  estimateContextTokens,
  estimateTextTokens,
  estimateTokens,
  messageTotals,
} from "../../src/index.ts";
import { user } from "../support/events.ts";
import { answerOf, calls, noUsage, says } from "../support/scripted-model.ts";

function custom(fields: object): AgentMessage {
  return { timestamp: 1, ...fields } as unknown as AgentMessage;
}

test("four characters to a token, rounded up per message, an image 1200", () => {
  const image = { type: "image" as const, data: "x".repeat(99_999), mimeType: "image/png" };
  const cases: [AgentMessage, number][] = [
    [user("12345"), 2],
    [{ role: "user", content: "1234", timestamp: 1 }, 1],
    [{ role: "user", content: [says("1"), image], timestamp: 1 }, 1201],
    [answerOf([{ type: "thinking", thinking: "12345678" }, says("12"), calls("ls", { a: 1 })]), 5],
    [{ role: "toolResult", toolCallId: "1", toolName: "ls", content: [says("1234")], isError: false, timestamp: 1 }, 1],
    [custom({ role: "bashExecution", command: "ls", output: "123456" }), 2],
    [custom({ role: "compactionSummary", summary: "12345678" }), 2],
    [custom({ role: "custom", content: [says("1234")] }), 1],
    [custom({ role: "nothing" }), 0],
    [
      custom({
        role: "user",
        content: "1234",
        attachments: [{ type: "image" }, { type: "document", extractedText: "12345678" }],
      }),
      1203,
    ],
  ];
  for (const [message, tokens] of cases) expect([message, estimateTokens(message)]).toEqual([message, tokens]);
  expect(estimateTextTokens("12345")).toBe(2);
});

test("the context is the last report plus a guess for what followed; failed answers report nothing", () => {
  const usage = { ...noUsage(), input: 70, output: 30, totalTokens: 100 };
  const messages = [user("Hi"), answerOf([says("A")], { usage }), user("12345678")];
  expect(estimateContextTokens(messages)).toMatchObject({ tokens: 102, usageTokens: 100, trailingTokens: 2 });
  const failed = answerOf([], { usage: { ...usage, totalTokens: 900 }, stopReason: "error" });
  expect(estimateContextTokens([...messages, failed])).toMatchObject({
    tokens: 102,
    usageTokens: 100,
    trailingTokens: 2,
  });
  expect(estimateContextTokens([user("12345678")])).toMatchObject({ tokens: 2, usageTokens: 0, trailingTokens: 2 });
  expect(estimateContextTokens([])).toMatchObject({ tokens: 0, usageTokens: 0, trailingTokens: 0 });
  expect(calculateContextTokens({ ...usage, totalTokens: 0, cacheRead: 5 })).toBe(105);
});

test("totals count messages, tokens and money, with what tools spent", () => {
  const cost = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, total: 3 };
  const usage = { ...noUsage(), input: 10, output: 5, cacheRead: 2, cacheWrite: 1, totalTokens: 18, cost };
  const messages: AgentMessage[] = [
    user("Hi"),
    answerOf([calls("a"), calls("b")], { usage }),
    { role: "toolResult", toolCallId: "1", toolName: "a", content: [], isError: false, usage, timestamp: 1 },
    { role: "toolResult", toolCallId: "2", toolName: "b", content: [], isError: false, timestamp: 1 },
    custom({ role: "custom", content: "note" }),
  ];
  expect(messageTotals(messages)).toEqual({
    userMessages: 1,
    assistantMessages: 1,
    toolCalls: 2,
    toolResults: 2,
    totalMessages: 5,
    tokens: { input: 20, output: 10, cacheRead: 4, cacheWrite: 2, total: 36 },
    cost: 6,
  });
});
