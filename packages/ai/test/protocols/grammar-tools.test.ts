import { expect, test } from "vitest";
import { type Context, type Model, stream, type Tool, type ToolCall } from "../../src/index.ts";
import type { OpenAIResponsesOptions } from "../../src/protocols/openai-responses/request.ts";
import { sse, startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const parameters = { type: "object", properties: { patch: { type: "string" } }, required: ["patch"] };
const lark = "start: /.+/s";
const patch: Tool = {
  name: "apply_patch",
  description: "Apply a patch",
  parameters,
  constrainedSampling: { type: "grammar", variants: { openai_lark: lark, openai_regex: ".+" } },
};
const ask: Context = { messages: [{ role: "user", content: "go", timestamp: 0 }], tools: [patch] };
const capable = { compat: { supportsOpenAIGrammarTools: true } };
const text = '*** Begin\n+say "hi" \\ 😀\n*** End';

test.each(["openai-responses", "azure-openai-responses", "openai-codex-responses"])(
  "%s offers a grammar tool as a custom tool, and can be told to call it",
  async (api) => {
    const sent = await request(testModel(api, capable), ask, { toolChoice: { type: "function", name: patch.name } });
    expect(sent.tools).toEqual([
      {
        type: "custom",
        name: "apply_patch",
        description: "Apply a patch",
        format: { type: "grammar", syntax: "lark", definition: lark },
      },
    ]);
    expect(sent.tool_choice).toEqual({ type: "custom", name: "apply_patch" });
  },
);

test("a regular expression serves where there is no other grammar", async () => {
  const tool: Tool = { ...patch, constrainedSampling: { type: "grammar", variants: { openai_regex: ".+" } } };
  const { tools } = await request(testModel("openai-responses", capable), { ...ask, tools: [tool] });
  expect(tools).toMatchObject([{ format: { syntax: "regex", definition: ".+" } }]);
});

test("a tool stays a function where the model, its grammar or its arguments do not fit", async () => {
  const kinds = async (model: Model, tool: Tool) => {
    const { tools } = await request(model, { ...ask, tools: [tool] });
    return (tools as { type: string }[]).map(({ type }) => type);
  };
  const model = testModel("openai-responses", capable);
  const two = { ...parameters, properties: { ...parameters.properties, other: { type: "string" } } };
  expect(await kinds(testModel("openai-responses"), patch)).toEqual(["function"]);
  expect(await kinds(model, { ...patch, constrainedSampling: { type: "grammar", variants: {} } })).toEqual([
    "function",
  ]);
  expect(await kinds(model, { ...patch, parameters: two })).toEqual(["function"]);
  expect(await kinds(model, { ...patch, parameters: { ...parameters, required: [] } })).toEqual(["function"]);
  expect(await kinds(model, { ...patch, parameters: {} })).toEqual(["function"]);
});

// Events as in https://platform.openai.com/docs/api-reference/responses-streaming/response/custom_tool_call_input
const item = { type: "custom_tool_call", id: "ctc_1", call_id: "call_1", name: "apply_patch" };
const started = { type: "response.output_item.added", output_index: 0, item: { ...item, input: "" } };
const ended = { type: "response.output_item.done", output_index: 0, item: { ...item, input: text } };
const completed = { type: "response.completed", response: { id: "r", status: "completed" } };
const call: ToolCall = { type: "toolCall", id: "call_1|ctc_1", name: "apply_patch", arguments: { patch: text } };

test("its free-form input streams into the argument, cut anywhere", async () => {
  // By code units: a cut may fall within a character.
  const deltas = text.split("").map((delta) => ({
    type: "response.custom_tool_call_input.delta",
    output_index: 0,
    delta,
  }));
  const done = { type: "response.custom_tool_call_input.done", output_index: 0, input: text };
  await using server = await startServer(sse(started, ...deltas, done, ended, completed));
  const events = stream({ ...testModel("openai-responses", capable), baseUrl: server.url }, ask, { apiKey: "key" });
  let streamed = "";
  for await (const event of events) if (event.type === "toolcall_delta") streamed += event.delta;
  const { content, stopReason } = await events.result();
  expect({ content, stopReason }).toEqual({ content: [call], stopReason: "toolUse" });
  expect(JSON.parse(streamed)).toEqual(call.arguments);
});

test("input that comes only at the end, or is empty, arrives whole", async () => {
  const answered = async (...events: object[]) => {
    await using server = await startServer(sse(...events, completed));
    const model = { ...testModel("openai-responses", capable), baseUrl: server.url };
    return (await stream(model, ask, { apiKey: "key" }).result()).content;
  };
  expect(await answered(started, ended)).toEqual([call]);
  expect(await answered(ended)).toEqual([call]);
  const empty = { ...ended, item: { ...item, input: "" } };
  expect(await answered(started, empty)).toEqual([{ ...call, arguments: { patch: "" } }]);
});

test("a call and its result go back as what the tool is now, with an item id of that kind only", async () => {
  const model = testModel("openai-responses", capable);
  const sent = async (id: string, tools: Tool[]) => {
    const { input } = await request(model, { messages: [...ask.messages, ...exchange({ ...call, id })], tools });
    return (input as object[]).slice(1);
  };
  const custom = [
    { type: "custom_tool_call", call_id: "call_1", name: "apply_patch", input: text },
    { type: "custom_tool_call_output", call_id: "call_1", output: "done" },
  ];
  const plain = [
    { type: "function_call", call_id: "call_1", name: "apply_patch", arguments: JSON.stringify({ patch: text }) },
    { type: "function_call_output", call_id: "call_1", output: "done" },
  ];
  expect(await sent("call_1|ctc_1", [patch])).toEqual([{ ...custom[0], id: "ctc_1" }, custom[1]]);
  expect(await sent("call_1|fc_1", [patch])).toEqual(custom);
  expect(await sent("call_1|ctc_1", [])).toEqual(plain);
  expect(await sent("call_1|fc_1", [])).toEqual([{ ...plain[0], id: "fc_1" }, plain[1]]);
});

function exchange(made: ToolCall): Context["messages"] {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return [
    {
      role: "assistant",
      content: [made],
      api: "openai-responses",
      provider: "test",
      model: "test-model",
      usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost },
      stopReason: "toolUse",
      timestamp: 0,
    },
    {
      role: "toolResult",
      toolCallId: made.id,
      toolName: made.name,
      content: [{ type: "text", text: "done" }],
      isError: false,
      timestamp: 0,
    },
  ];
}

async function request(model: Model, context: Context, options: OpenAIResponsesOptions = {}) {
  await using server = await startServer(status(400, "{}"));
  await stream({ ...model, baseUrl: server.url }, context, { apiKey: "key", ...options }).result();
  return server.requests[0]!.body;
}
