import type { AgentMessage } from "@tau/agent";
import fc from "fast-check";
import { expect, test } from "vitest";
import { recentMessages } from "../../../../src/modes/interactive/screen/recent-messages.ts";

test("a short conversation is shown whole", () => {
  const messages = [user("a"), tool("b"), user("c")];
  expect(recentMessages(whole(messages), 10_000)).toEqual({ shown: messages, hidden: 0 });
});

test("of a long one the end is shown, from a prompt on", () => {
  const messages = [user("first"), user("second"), tool("x".repeat(500)), tool("last")];
  expect(recentMessages(whole(messages), 300)).toEqual({ shown: messages.slice(1), hidden: 1 });
});

test("nothing is lost or doubled, and the first shown is a prompt wherever there is one before it", () => {
  const message = fc.boolean().map((isUser) => (isUser ? user("text") : tool("text")));
  fc.assert(
    fc.property(fc.array(message), fc.nat(5000), (messages, room) => {
      const { shown, hidden } = recentMessages(whole(messages), room);
      expect([...messages.slice(0, hidden), ...shown]).toEqual(messages);
      if (hidden > 0 && shown.length > 0) expect(shown[0]?.role).toBe("user");
    }),
  );
});

function whole(messages: AgentMessage[]) {
  return { recentMessages: () => ({ messages, before: 0 }) };
}

function user(content: string): AgentMessage {
  return { role: "user", content, timestamp: 1 };
}

function tool(text: string): AgentMessage {
  return {
    role: "toolResult",
    toolCallId: "1",
    toolName: "bash",
    content: [{ type: "text", text }],
    isError: false,
    timestamp: 1,
  };
}
