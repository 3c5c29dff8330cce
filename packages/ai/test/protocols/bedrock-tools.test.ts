import { expect, test } from "vitest";
import { type Context, type Message, stream, type Tool } from "../../src/index.ts";
import { startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const ls: Tool = { name: "ls", description: "List", parameters: { type: "object", properties: {} } };
const spec = { toolSpec: { name: "ls", description: "List", inputSchema: { json: ls.parameters } } };
const asked: Message = { role: "user", content: "list", timestamp: 0 };
const called: Message[] = [
  asked,
  {
    role: "assistant",
    content: [{ type: "toolCall", id: "c1", name: "ls", arguments: {} }],
    api: "bedrock-converse-stream",
    provider: "test",
    model: "test-model",
    usage: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 0,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
    stopReason: "toolUse",
    timestamp: 0,
  },
  {
    role: "toolResult",
    toolCallId: "c1",
    toolName: "ls",
    content: [{ type: "text", text: "a" }],
    isError: false,
    timestamp: 0,
  },
];

test("tools are declared with the choice that was made among them", async () => {
  const declared = (options: object) => toolConfig({ messages: [asked], tools: [ls] }, options);
  expect(await declared({})).toEqual({ tools: [spec] });
  expect(await declared({ toolChoice: "auto" })).toEqual({ tools: [spec], toolChoice: { auto: {} } });
  expect(await declared({ toolChoice: "any" })).toEqual({ tools: [spec], toolChoice: { any: {} } });
  expect(await declared({ toolChoice: { type: "tool", name: "ls" } })).toEqual({
    tools: [spec],
    toolChoice: { tool: { name: "ls" } },
  });
  expect(await declared({ toolChoice: "none" })).toBeUndefined();
});

test("a conversation with calls in it declares their tools, although none is offered any more", async () => {
  const bare = { toolSpec: { name: "ls", inputSchema: { json: { type: "object" } } } };
  expect(await toolConfig({ messages: called })).toEqual({ tools: [bare] });
  expect(await toolConfig({ messages: called, tools: [] })).toEqual({ tools: [bare] });
  expect(await toolConfig({ messages: called, tools: [ls] }, { toolChoice: "none" })).toEqual({ tools: [spec] });
  expect(await toolConfig({ messages: [asked] })).toBeUndefined();
});

async function toolConfig(context: Context, options: object = {}) {
  await using server = await startServer(status(400, "{}"));
  const model = testModel("bedrock-converse-stream", { baseUrl: server.url });
  await stream(model, context, { apiKey: "token", ...options }).result();
  return server.requests[0]?.body.toolConfig;
}
