import { expect, test } from "vitest";
import { portableToolCallId } from "../../src/handover/tool-call-id.ts";
import {
  type AssistantContent,
  type AssistantMessage,
  type Context,
  emptyUsage,
  foldSystemMessages,
  type Message,
  type ToolResultMessage,
  transformMessages,
} from "../../src/index.ts";
import { testModel } from "../support/models.ts";

const model = testModel("anthropic-messages", { id: "target" });
const textOnly = testModel("anthropic-messages", { id: "target", input: ["text"] });
const image = { type: "image" as const, data: "AAAA", mimeType: "image/png" };

test("P-AI-31/32 images become text only for a model that takes none", () => {
  const messages: Message[] = [
    { role: "user", content: [{ type: "text", text: "see" }, image], timestamp: 0 },
    answer([call("1")]),
    result("1", [image]),
  ];
  const placeholder = { type: "text", text: "[image omitted: the model takes no images]" };
  expect(transformMessages(messages, textOnly).map(({ content }) => content)).toMatchObject([
    [{ type: "text", text: "see" }, placeholder],
    [{ type: "toolCall" }],
    [placeholder],
  ]);
  expect(transformMessages(messages, model)).toEqual(messages);
});

test("P-AI-33/34 thinking and signatures stay for the same model; another gets neither, lest it takes them for the reply", () => {
  const content: AssistantContent[] = [
    { type: "thinking", thinking: "hm", thinkingSignature: "sig" },
    { type: "thinking", thinking: "[withheld]", thinkingSignature: "opaque", redacted: true },
    { type: "text", text: "so", textSignature: "t" },
    { ...call("1"), thoughtSignature: "g" },
  ];
  const same = answer(content, { api: model.api, provider: model.provider, model: model.id });
  expect(transformMessages([same, result("1")], model)).toEqual([same, result("1")]);
  expect(transformMessages([answer(content), result("1")], model)[0]?.content).toEqual([
    { type: "text", text: "so" },
    call("1"),
  ]);
});

test("the same model is the same id at the same provider over the same protocol", () => {
  const content: AssistantContent[] = [{ type: "thinking", thinking: "hm", thinkingSignature: "sig" }];
  const own = { api: model.api, provider: model.provider, model: model.id };
  const kept = (from: Partial<AssistantMessage>) => transformMessages([answer(content, { ...own, ...from })], model);
  expect(kept({})).toHaveLength(1);
  expect([kept({ provider: "other" }), kept({ api: "ollama" }), kept({ model: "other" })]).toEqual([[], [], []]);
});

test("an id of nothing but what is not allowed, or of nothing at all, still becomes one", () => {
  expect(portableToolCallId("")).toMatch(/^[a-zA-Z0-9_-]+$/);
  expect(portableToolCallId("|")).toMatch(/^[a-zA-Z0-9_-]+$/);
  expect(portableToolCallId("::")).toBe("__");
});

test("P-AI-35/36 ids are rewritten alike on calls and results, and stay distinct", () => {
  const long = `call_${"x".repeat(450)}`;
  const [first, second] = [`${long}a|fc_1`, `${long}b|fc_2`];
  const messages = [answer([call(first), call(second)]), result(second), result(first)];
  const [calls, ...results] = transformMessages(messages, model, (id) => portableToolCallId(id));
  const ids = (calls as AssistantMessage).content.map((block) => (block.type === "toolCall" ? block.id : ""));
  expect(results.map((message) => (message as ToolResultMessage).toolCallId)).toEqual(ids.toReversed());
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(portableToolCallId("call_1|fc_9")).toBe("call_1");
});

test("ids that come again, as some servers give them, are told apart", () => {
  const turn = () => [answer([call("call_0|fc")]), result("call_0|fc")];
  const transformed = transformMessages([...turn(), ...turn(), ...turn()], model, (id) => portableToolCallId(id));
  const ids = transformed.flatMap((message) => {
    if (message.role === "toolResult") return [message.toolCallId];
    if (message.role !== "assistant") return [];
    return message.content.flatMap((block) => (block.type === "toolCall" ? [block.id] : []));
  });
  expect(ids).toEqual(["call_0", "call_0", "call_0_2", "call_0_2", "call_0_3", "call_0_3"]);
});

test("P-AI-37 a call without result gains one, a result without call goes, a late result comes home", () => {
  const user: Message = { role: "user", content: "wait", timestamp: 0 };
  const messages = [answer([call("1"), call("2")]), user, result("2"), result("9")];
  expect(transformMessages(messages, model)).toEqual([
    answer([call("1"), call("2")]),
    result("2"),
    {
      role: "toolResult",
      toolCallId: "1",
      toolName: "ls",
      content: [{ type: "text", text: "No result: the call was interrupted before it finished." }],
      isError: true,
      timestamp: 0,
    },
    user,
  ]);
});

test("of a failed answer only what it said is shown again", () => {
  const failed = answer([{ type: "thinking", thinking: "hm" }, { type: "text", text: "I will" }, call("1")], {
    stopReason: "aborted",
  });
  const empty = answer([{ type: "text", text: " " }], { stopReason: "error" });
  const shown = transformMessages([failed, empty], model);
  expect(shown.map(({ content }) => content)).toEqual([[{ type: "text", text: "I will" }]]);
});

test("P-AI-38 the input is not touched", () => {
  const messages: Message[] = [
    { role: "user", content: [image], timestamp: 0 },
    answer([call("a|b"), { type: "thinking", thinking: "x", thinkingSignature: "s" }]),
  ];
  const before = structuredClone(messages);
  transformMessages(messages, textOnly, (id) => portableToolCallId(id));
  expect(messages).toEqual(before);
});

test("system messages fold into the prompt and the tools, in order", () => {
  const tool = (name: string, description = "") => ({ name, description, parameters: {} });
  const context: Context = {
    systemPrompt: "Base.",
    tools: [tool("ls"), tool("read")],
    messages: [
      { role: "system", content: "First.", sections: { rules: "<r>1</r>", date: "<d>1</d>" }, timestamp: 0 },
      { role: "user", content: "hi", timestamp: 0 },
      {
        role: "system",
        content: [{ type: "text", text: "Then." }],
        sections: { rules: "<r>2</r>", date: null },
        toolsRemoved: [{ name: "ls" }],
        toolsAdded: [tool("read", "new"), tool("web")],
        timestamp: 0,
      },
    ],
  };
  expect(foldSystemMessages(context)).toEqual({
    systemPrompt: "Base.\n\nFirst.\n\nThen.\n\n<r>2</r>",
    messages: [{ role: "user", content: "hi", timestamp: 0 }],
    tools: [tool("read", "new"), tool("web")],
  });
});

function call(id: string) {
  return { type: "toolCall" as const, id, name: "ls", arguments: {} };
}

function result(id: string, content: ToolResultMessage["content"] = [{ type: "text", text: "ok" }]): ToolResultMessage {
  return { role: "toolResult", toolCallId: id, toolName: "ls", content, isError: false, timestamp: 0 };
}

function answer(content: AssistantContent[], overrides: Partial<AssistantMessage> = {}): AssistantMessage {
  return {
    role: "assistant",
    content,
    api: "openai-responses",
    provider: "other",
    model: "source",
    usage: emptyUsage(),
    stopReason: "toolUse",
    timestamp: 0,
    ...overrides,
  };
}
