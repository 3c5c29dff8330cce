import { expect, test } from "vitest";
import { placeSystemMessages } from "../../src/handover/place-system-messages.ts";
import type { Context, Message, Model, SystemMessage } from "../../src/index.ts";
import { foldSystemMessages, streamSimple } from "../../src/index.ts";
import { type RecordedRequest, startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const tool = (name: string, description = "") => ({ name, description, parameters: { type: "object" } });
const user = (content: string): Message => ({ role: "user", content, timestamp: 0 });
const system = (content: string, more: Partial<SystemMessage> = {}): SystemMessage => ({
  role: "system",
  content,
  timestamp: 0,
  ...more,
});
const conversation: Context = {
  systemPrompt: "Base.",
  tools: [tool("ls")],
  messages: [
    system("First.", { sections: { date: "Monday" } }),
    user("one"),
    system("Then.", { sections: { date: "Tuesday" }, toolsAdded: [tool("web")] }),
    user("two"),
  ],
};
const update = 'Then.\n\nThe section "date" is now:\nTuesday';

test("a model that does not take system messages in place gets them folded", () => {
  expect(placeSystemMessages(conversation, {})).toEqual(foldSystemMessages(conversation));
});

test("later system messages stay where they are; their tools go to the request, or stay with them", () => {
  const start = { systemPrompt: "Base.\n\nFirst.\n\nMonday" };
  expect(placeSystemMessages(conversation, { messages: true })).toEqual({
    ...start,
    messages: [user("one"), system(update), user("two")],
    tools: [tool("ls"), tool("web")],
  });
  expect(placeSystemMessages(conversation, { messages: true, tools: true })).toEqual({
    ...start,
    messages: [user("one"), system(update, { toolsAdded: [tool("web")] }), user("two")],
    tools: [tool("ls")],
  });
});

test("a tool that goes or is declared anew folds the tools up to there; a message of nothing else is left out", () => {
  const messages = [
    user("one"),
    system("", { toolsAdded: [tool("web")] }),
    system("", { toolsRemoved: [{ name: "ls" }] }),
    system("", { toolsAdded: [tool("late")] }),
    user("two"),
  ];
  const placed = placeSystemMessages({ ...conversation, messages }, { messages: true, tools: true });
  expect(placed).toEqual({
    systemPrompt: "Base.",
    messages: [user("one"), system("", { toolsAdded: [tool("late")] }), user("two")],
    tools: [tool("web")],
  });
  const again = [user("one"), system("", { toolsAdded: [tool("ls", "new")] })];
  expect(placeSystemMessages({ ...conversation, messages: again }, { messages: true, tools: true })).toEqual({
    systemPrompt: "Base.",
    messages: [user("one")],
    tools: [tool("ls", "new")],
  });
});

const inPlace = { supportsMidConvoSystemMessages: true };
const wired = (name: string) => ({ type: "function", name, description: "", parameters: { type: "object" } });

test("Chat Completions takes them in place, with a message of its own for their tools", async () => {
  const text = { role: "system", content: update };
  const plain = await body("openai-completions", inPlace);
  expect(plain.messages).toEqual([
    { role: "system", content: "Base.\n\nFirst.\n\nMonday" },
    { role: "user", content: "one" },
    text,
    { role: "user", content: "two" },
  ]);
  expect(plain.tools).toHaveLength(2);
  const { messages, tools } = await body("openai-completions", { ...inPlace, supportsMidConvoToolAdditions: true });
  const { type, ...web } = wired("web");
  expect((messages as object[]).slice(2, 4)).toEqual([{ role: "system", tools: [{ type, function: web }] }, text]);
  expect(tools).toHaveLength(1);
});

test("Chat Completions marks the leading prompt for the cache, never a later system message", async () => {
  const compat = { ...inPlace, supportsMidConvoToolAdditions: true, cacheControlFormat: "anthropic" };
  const messages = [user("one"), system("Then.", { toolsAdded: [tool("web")] })];
  const sent = await body("openai-completions", compat, { messages });
  expect((sent.messages as { content?: unknown }[]).map(({ content }) => content)).toEqual([
    [{ type: "text", text: "one", cache_control: { type: "ephemeral" } }],
    undefined,
    "Then.",
  ]);
});

test.each(["openai-responses", "azure-openai-responses", "openai-codex-responses"])(
  "%s takes them in place, and their tools as items",
  async (api) => {
    const text = { role: "developer", content: update };
    const after = { role: "user", content: [{ type: "input_text", text: "two" }] };
    const plain = await body(api, inPlace);
    expect((plain.input as object[]).slice(-2)).toEqual([text, after]);
    expect(plain.tools).toHaveLength(2);
    const { input, tools } = await body(api, { ...inPlace, supportsAdditionalTools: true });
    const added = { type: "additional_tools", role: "developer", tools: [{ ...wired("web"), strict: false }] };
    expect((input as object[]).slice(-3)).toEqual([added, text, after]);
    expect(tools).toHaveLength(1);
  },
);

test("Anthropic takes them once between the user's last turn and its answer", async () => {
  const { system: prompt, messages } = await body("anthropic-messages", inPlace, {
    messages: [user("one"), system("A."), user("two"), system("B."), answer, system("C."), user("three")],
  });
  expect(prompt).toBeUndefined();
  expect((messages as { role: string; content: { text: string }[] }[]).map(shape)).toEqual([
    "user: one",
    "user: two",
    "system: A. B.",
    "assistant: ok",
    "user: three",
    "system: C.",
  ]);
});

test("Anthropic takes tools in place where it has others, behind its beta", async () => {
  const compat = { ...inPlace, supportsMidConvoToolChanges: true, supportsEagerToolInputStreaming: true };
  const definition = {
    name: "web",
    description: "",
    input_schema: { type: "object" },
    eager_input_streaming: true,
  };
  const changed = await request("anthropic-messages", compat);
  expect(changed.headers["anthropic-beta"]).toBe("inline-tools-2026-09-15");
  expect(changed.body.tools).toMatchObject([{ name: "ls" }]);
  expect((changed.body.messages as object[]).at(-1)).toEqual({
    role: "system",
    content: [
      { type: "tool_addition", tool: { type: "tool_definition", definition } },
      { type: "text", text: update },
    ],
  });
  const { tools: _none, ...bare } = conversation;
  const without = await request("anthropic-messages", compat, bare);
  expect(without.headers["anthropic-beta"]).toBeUndefined();
  expect(without.body.tools).toMatchObject([{ name: "web" }]);
});

const answer: Message = {
  role: "assistant",
  content: [{ type: "text", text: "ok" }],
  api: "anthropic-messages",
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
  stopReason: "stop",
  timestamp: 0,
};

function shape({ role, content }: { role: string; content: { text: string }[] }): string {
  return `${role}: ${content.map(({ text }) => text).join(" ")}`;
}

type Compat = NonNullable<Model["compat"]>;

async function body(api: string, compat: Compat, context?: Context): Promise<Record<string, unknown>> {
  return (await request(api, compat, context)).body;
}

async function request(api: string, compat: Compat, context: Context = conversation): Promise<RecordedRequest> {
  await using server = await startServer(status(400, "{}"));
  const model = testModel(api, { compat, baseUrl: server.url });
  await streamSimple(model, context, { apiKey: "key" }).result();
  return server.requests[0]!;
}
