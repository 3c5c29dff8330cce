import { expect, test } from "vitest";
import {
  type Api,
  type AssistantMessage,
  type Context,
  emptyUsage,
  type Model,
  streamSimple,
  type ToolResultMessage,
} from "../../src/index.ts";
import { startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const image = { type: "image" as const, data: "AAAA", mimeType: "image/png" };
const tools = [{ name: "shot", description: "Screenshot", parameters: { type: "object" } }];

function called(...ids: string[]): AssistantMessage {
  return {
    role: "assistant",
    content: ids.map((id) => ({ type: "toolCall", id, name: "shot", arguments: {} })),
    api: "other",
    provider: "other",
    model: "other",
    usage: emptyUsage(),
    stopReason: "toolUse",
    timestamp: 0,
  };
}

function result(toolCallId: string, { isError = false, content = [{ type: "text", text: "seen" }, image] } = {}) {
  return { role: "toolResult", toolCallId, toolName: "shot", content, isError, timestamp: 0 } as ToolResultMessage;
}

async function sent(api: Api, messages: Context["messages"], model: Partial<Model> = {}) {
  await using server = await startServer(status(400, "{}"));
  const asked = testModel(api, { baseUrl: server.url, ...model } as object) as Model;
  await streamSimple(asked, { messages, tools }, { apiKey: "key" }).result();
  return server.requests[0]!.body as Record<string, { [field: string]: unknown }[]>;
}

test("Chat Completions: the images of parallel results follow the last of them, in one message", async () => {
  const { messages } = await sent("openai-completions", [called("a", "b"), result("a"), result("b")]);
  const url = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
  expect(messages?.slice(1)).toEqual([
    { role: "tool", tool_call_id: "a", content: "seen" },
    { role: "tool", tool_call_id: "b", content: "seen" },
    { role: "user", content: [{ type: "text", text: "The images of the tool results above:" }, url, url] },
  ]);
});

test("Anthropic: the images of a failed result follow behind all results of the turn", async () => {
  const { messages } = await sent("anthropic-messages", [
    called("a", "b"),
    result("a", { isError: true }),
    result("b", { content: [{ type: "text", text: "fine" }] }),
  ]);
  expect(messages?.[1]?.content).toMatchObject([
    { type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "seen" }], is_error: true },
    { type: "tool_result", tool_use_id: "b", content: [{ type: "text", text: "fine" }] },
    { type: "text", text: "Images of the failed shot call:" },
    { type: "image" },
  ]);
});

test("Google: a failure is an error to the model, and images stand where its generation takes them", async () => {
  const history = [called("a", "b"), result("a", { isError: true }), result("b")];
  const picture = { inlineData: { mimeType: "image/png", data: "AAAA" } };
  const older = await sent("google-generative-ai", history);
  expect(older.contents?.slice(1)).toEqual([
    {
      role: "user",
      parts: [
        { functionResponse: { id: "a", name: "shot", response: { error: "seen" } } },
        { functionResponse: { id: "b", name: "shot", response: { output: "seen" } } },
      ],
    },
    { role: "user", parts: [picture, picture] },
  ]);
  const newer = await sent("google-generative-ai", history, { thinkingLevelMap: { low: "low" } });
  expect(newer.contents?.slice(1)).toMatchObject([
    { parts: [{ functionResponse: { parts: [picture] } }, { functionResponse: { parts: [picture] } }] },
  ]);
});

test("Google: of the calls that another model made, the first has what stands for a signature, where one is asked for", async () => {
  const signatures = async (model: Partial<Model>) => {
    const { contents } = await sent("google-generative-ai", [called("a", "b"), result("a"), result("b")], model);
    const parts = (contents?.[0]?.parts ?? []) as { thoughtSignature?: string }[];
    return parts.map((part) => part.thoughtSignature);
  };
  expect(await signatures({})).toEqual([undefined, undefined]);
  expect(await signatures({ thinkingLevelMap: { low: "low" } })).toEqual([
    "skip_thought_signature_validator",
    undefined,
  ]);
});

test("Mistral: ids of nine letters and digits stay, others become such", async () => {
  const { messages } = await sent("mistral-conversations", [
    called("abcDEF123", "call_1"),
    result("abcDEF123"),
    result("call_1"),
  ]);
  const [first, second] = messages!.filter(({ role }) => role === "tool").map((message) => message.tool_call_id);
  expect(first).toBe("abcDEF123");
  expect(second).toMatch(/^[a-zA-Z0-9]{9}$/);
});

test("Anthropic: tools are marked for the cache unless the server takes no marks there", async () => {
  const marks = async (compat: NonNullable<Model["compat"]>) => {
    const { tools: declared } = await sent("anthropic-messages", [{ role: "user", content: "hi", timestamp: 0 }], {
      compat,
    });
    return declared?.map((tool) => tool.cache_control);
  };
  expect(await marks({})).toEqual([{ type: "ephemeral" }]);
  expect(await marks({ supportsCacheControlOnTools: false })).toEqual([undefined]);
});
