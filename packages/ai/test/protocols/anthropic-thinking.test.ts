import { expect, test } from "vitest";
import { type Context, emptyUsage, type Model, streamSimple, type ThinkingLevel } from "../../src/index.ts";
import { anthropicAnswer, signedThinking, spokenText } from "../support/anthropic-stream.ts";
import { type RecordedRequest, startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

/** https://platform.claude.com/docs/en/build-with-claude/effort and …/preserved-thinking describe what is asked for here. */
const able = { forceAdaptiveThinking: true, supportsMidConvoEffort: true };
const EFFORT_BETA = "mid-conversation-output-config-2026-07-01";
const BINDING_BETA = "thinking-binding-controls-2026-08-01";
const BOUND = { prefix_mismatch_behavior: "drop_block" };

test("a change of effort is told where it happens, so that each request begins as the one before", async () => {
  const requests = await converse({ compat: able }, ["high", "low", "low", "max", "high"]);
  expect(requests.map(({ body }) => body.output_config)).toEqual(requests.map(() => ({ effort: "high" })));
  expect(requests.map(({ headers }) => headers["anthropic-beta"])).toEqual([
    BINDING_BETA,
    ...Array(4).fill(`${EFFORT_BETA},${BINDING_BETA}`),
  ]);
  const conversations = requests.map(({ body }) => unmarked(body.messages));
  conversations.slice(1).forEach((messages, turn) => {
    const before = conversations[turn] ?? [];
    expect(messages.slice(0, before.length)).toEqual(before);
  });
  expect(conversations.at(-1)?.map(({ role, output_config: changed }) => changed?.effort ?? role)).toEqual([
    "user",
    "assistant",
    "user",
    "low",
    "assistant",
    "user",
    "assistant",
    "user",
    "max",
    "assistant",
    "user",
    "high",
  ]);
  const changes = conversations.at(-1)?.filter(({ output_config: changed }) => changed);
  expect(changes?.[0]).toEqual({ role: "system", content: [], output_config: { effort: "low" } });
});

test("a model that cannot be told in place gets its effort with each request", async () => {
  const requests = await converse({ compat: { forceAdaptiveThinking: true } }, ["high", "low"]);
  expect(requests.map(({ body }) => body.output_config)).toEqual([{ effort: "high" }, { effort: "low" }]);
  expect(requests.map(({ headers }) => headers["anthropic-beta"])).toEqual([undefined, undefined]);
  expect(JSON.stringify(requests[1]?.body.messages)).not.toContain("output_config");
});

test("thinking whose conversation has changed may be dropped, also by a model that cannot do without thinking", async () => {
  const thinking = async (model: Partial<Model>, level?: ThinkingLevel) =>
    (await converse(model, [level])).map(({ body }) => body.thinking);
  expect(await thinking({ compat: able }, "high")).toEqual([
    { type: "adaptive", display: "summarized", block_binding: BOUND },
  ]);
  const always = { compat: able, thinkingLevelMap: { off: null } };
  expect(await thinking(always)).toEqual([{ type: "adaptive", block_binding: BOUND }]);
  expect(await thinking({ compat: able })).toEqual([{ type: "disabled" }]);
});

const REFUSALS = [
  "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.",
  "messages.1.content.0: Invalid `data` in `redacted_thinking` block",
  "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.",
];

test.each(REFUSALS)("a vendor that refuses its own thinking is asked again without it (%s)", async (message) => {
  const refused = status(400, { type: "error", error: { type: "invalid_request_error", message } });
  await using server = await startServer(
    anthropicAnswer([signedThinking, spokenText]),
    refused,
    anthropicAnswer([spokenText]),
  );
  const model = { ...testModel("anthropic-messages"), baseUrl: server.url };
  const messages: Context["messages"] = [{ role: "user", content: "go", timestamp: 0 }];
  for (let turn = 0; turn < 2; turn++) {
    messages.push(await streamSimple(model, { messages }, { apiKey: "key", reasoning: "high" }).result());
    messages.push({ role: "user", content: "on", timestamp: 0 });
  }
  expect(messages[3]).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "ok" }] });
  const sent = server.requests.map(({ body }) => JSON.stringify(body.messages));
  expect(sent.map((text) => text.includes('"signature":"sig"'))).toEqual([false, true, false]);
});

test("another refusal, or one without thinking to leave out, is told once", async () => {
  await using server = await startServer(status(400, { error: { message: REFUSALS[0] } }));
  const model = { ...testModel("anthropic-messages"), baseUrl: server.url };
  const context: Context = { messages: [{ role: "user", content: "go", timestamp: 0 }] };
  expect((await streamSimple(model, context, { apiKey: "key" }).result()).errorMessage).toContain(
    "Invalid `signature`",
  );
  expect(server.requests).toHaveLength(1);
});

test("only a refusal of the request is one of the thinking, and a window that is full ends an answer by length", async () => {
  await using server = await startServer(
    anthropicAnswer([signedThinking, spokenText], { stop: "model_context_window_exceeded" }),
    status(500, { error: { message: REFUSALS[0] } }),
  );
  const model = { ...testModel("anthropic-messages"), baseUrl: server.url };
  const messages: Context["messages"] = [{ role: "user", content: "go", timestamp: 0 }];
  const ask = () => streamSimple(model, { messages }, { apiKey: "key", maxRetries: 0 }).result();
  const full = await ask();
  expect([full.stopReason, full.rawStopReason]).toEqual(["length", "model_context_window_exceeded"]);
  messages.push(full, { role: "user", content: "on", timestamp: 0 });
  expect((await ask()).error).toMatchObject({ code: "server", status: 500 });
  expect(server.requests).toHaveLength(2);
});

const opus = { provider: "test", model: "opus", cost: { input: 2, output: 20, cacheRead: 0, cacheWrite: 0 } };

test("a declined request may be answered by another model, at that model's price", async () => {
  const model = { compat: { allowedFallbackModels: [opus] } };
  const first = anthropicAnswer([spokenText], { model: "opus" });
  const midway = anthropicAnswer([
    { type: "fallback", from: { model: "test-model" }, to: { model: "opus" } },
    spokenText,
  ]);
  for (const answer of [first, midway]) {
    await using server = await startServer(answer);
    const asked = { ...testModel("anthropic-messages", model), baseUrl: server.url };
    const context: Context = { messages: [{ role: "user", content: "go", timestamp: 0 }] };
    const message = await streamSimple(asked, context, { apiKey: "key" }).result();
    expect(message).toMatchObject({
      model: "test-model",
      responseModel: "opus",
      content: [{ text: "ok" }],
      usage: { cost: { total: 22 } },
    });
    expect(server.requests[0]?.body.fallbacks).toEqual([{ model: "opus" }]);
    expect(server.requests[0]?.headers["anthropic-beta"]).toBe("server-side-fallback-2026-07-01");
  }
});

interface WireTurn {
  role: string;
  content: object[];
  output_config?: { effort: string };
}

/** Marks for the cache move on with the conversation, and are no part of what is compared. */
function unmarked(messages: unknown): WireTurn[] {
  return JSON.parse(JSON.stringify(messages), (key, value) => (key === "cache_control" ? undefined : value));
}

async function converse(
  overrides: Partial<Model>,
  levels: readonly (ThinkingLevel | undefined)[],
): Promise<RecordedRequest[]> {
  await using server = await startServer(anthropicAnswer([signedThinking, spokenText]));
  const levelMap = { thinkingLevelMap: { xhigh: "xhigh", max: "max" } };
  const model = { ...testModel("anthropic-messages", { ...levelMap, ...overrides } as object), baseUrl: server.url };
  const messages: Context["messages"] = [];
  for (const reasoning of levels) {
    messages.push({ role: "user", content: "go", timestamp: 0 });
    messages.push(await streamSimple(model, { messages }, { apiKey: "key", ...(reasoning && { reasoning }) }).result());
  }
  return server.requests;
}

test("thinking with an empty signature goes back as text, and as thinking where a server allows that", async () => {
  const sent = async (compat: Record<string, boolean>) => {
    await using server = await startServer(anthropicAnswer([spokenText]));
    const model = testModel("anthropic-messages", { baseUrl: server.url, reasoning: true, compat });
    const answer = {
      role: "assistant" as const,
      content: [
        { type: "thinking" as const, thinking: "hm", thinkingSignature: "" },
        { type: "text" as const, text: "Hi" },
      ],
      api: model.api,
      provider: model.provider,
      model: model.id,
      usage: emptyUsage(),
      stopReason: "stop" as const,
      timestamp: 2,
    };
    const user = { role: "user" as const, content: "Hello", timestamp: 1 };
    const context: Context = { messages: [user, answer, { ...user, timestamp: 3 }] };
    await streamSimple(model, context, { apiKey: "key" }).result();
    const messages = server.requests[0]?.body.messages as { content: unknown[] }[] | undefined;
    return messages?.[1]?.content[0];
  };
  expect(await sent({})).toEqual({ type: "text", text: "hm" });
  expect(await sent({ allowEmptySignature: true })).toEqual({ type: "thinking", thinking: "hm", signature: "" });
});
