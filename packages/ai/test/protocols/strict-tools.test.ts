import { expect, test } from "vitest";
import { type Api, type Model, type StreamOptions, stream, type Tool } from "../../src/index.ts";
import { strictSchema } from "../../src/protocols/strict-schema.ts";
import { startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const text = { type: "string" };
const edit = (strict: "prefer" | "require", required = ["path"]): Tool => ({
  name: "edit",
  description: "Edit",
  parameters: { type: "object", properties: { path: text }, required },
  constrainedSampling: { type: "json_schema", strict },
});
const closed = { type: "object", properties: { path: text }, required: ["path"], additionalProperties: false };

/** What goes out for one tool, or why nothing does. */
async function declared(api: Api, tool: Tool, model: Partial<Model> = {}, options: StreamOptions & object = {}) {
  await using server = await startServer(status(400, "{}"));
  const asked = testModel(api, { baseUrl: server.url, ...model } as object) as Model;
  const all = { apiKey: "key", ...options };
  const answer = await stream(asked, { messages: [], tools: [tool] }, all).result();
  const [request] = server.requests;
  return request ? request.body : answer.errorMessage;
}

test("a vendor that can is told to hold the model to the schema, whose objects are closed for it", async () => {
  const able = { compat: { supportsStrictMode: true } };
  expect(await declared("openai-responses", edit("prefer"), able)).toMatchObject({
    tools: [{ name: "edit", parameters: closed, strict: true }],
  });
  expect(await declared("openai-completions", edit("prefer"), able)).toMatchObject({
    tools: [{ function: { name: "edit", parameters: closed, strict: true } }],
  });
  expect(await declared("mistral-conversations", edit("prefer"))).toMatchObject({
    tools: [{ function: { name: "edit", parameters: closed, strict: true } }],
  });
  expect(
    await declared("anthropic-messages", edit("prefer", []), { compat: { supportsStrictTools: true } }),
  ).toMatchObject({ tools: [{ name: "edit", input_schema: { ...closed, required: [] }, strict: true }] });
  expect(await declared("bedrock-converse-stream", edit("prefer", []), able)).toMatchObject({
    toolConfig: { tools: [{ toolSpec: { inputSchema: { json: { ...closed, required: [] } }, strict: true } }] },
  });
});

test("Google holds calls to their schemas by a mode, from the third generation on, unless another was chosen", async () => {
  const modeOf = async (id: string, tool: Tool, options: object = {}) => {
    const body = (await declared("google-generative-ai", tool, { id }, options)) as { toolConfig?: object };
    return body.toolConfig;
  };
  const mode = (name: string) => ({ functionCallingConfig: { mode: name } });
  expect(await modeOf("gemini-3.8-flash", edit("prefer"))).toEqual(mode("VALIDATED"));
  expect(await modeOf("gemini-3.8-flash", edit("prefer"), { toolChoice: "any" })).toEqual(mode("ANY"));
  expect(await modeOf("gemini-3.8-flash", edit("prefer"), { toolChoice: "none" })).toEqual(mode("NONE"));
  expect(await modeOf("gemini-2.5-pro", edit("prefer"))).toBeUndefined();
  expect(await declared("google-generative-ai", edit("require"), { id: "gemini-2.5-pro" })).toMatch(/requires/);
});

test("a tool that only prefers it does without where it has to; one that requires it fails the request", async () => {
  for (const api of [
    "openai-responses",
    "openai-completions",
    "anthropic-messages",
    "bedrock-converse-stream",
    "ollama",
  ]) {
    const body = JSON.stringify(await declared(api, edit("prefer")));
    expect([api, body.includes('"strict":true'), body.includes("additionalProperties")]).toEqual([api, false, false]);
    expect(await declared(api, edit("require"))).toBe(
      "The tool edit requires arguments by its schema, and the model cannot be held to one: choose another.",
    );
  }
  const able = { compat: { supportsStrictMode: true } };
  expect(JSON.stringify(await declared("openai-responses", edit("prefer", []), able))).toContain('"strict":false');
  expect(await declared("openai-responses", edit("require", []), able)).toBe(
    "The tool edit requires arguments by its schema, and its schema cannot be held to: objects must name all their properties, each of them required.",
  );
});

test("a schema is closed at every depth, and not where an object is meant to be open", () => {
  const strict = (parameters: object, allRequired = false) =>
    strictSchema(
      { name: "t", description: "", parameters, constrainedSampling: { type: "json_schema", strict: "prefer" } },
      { isSupported: true, allRequired },
    );
  const inner = { type: "object", properties: { a: text }, required: ["a"] };
  const shut = { ...inner, additionalProperties: false };
  const nested = (part: object) => ({
    type: "object",
    properties: { list: { type: "array", items: part }, either: { anyOf: [part, { type: "null" }] }, plain: text },
    required: ["list", "either", "plain"],
  });
  expect(strict(nested(inner), true)).toEqual({ ...nested(shut), additionalProperties: false });
  expect(strict({ type: "object", properties: { o: { default: { a: 1 }, ...inner } } })).toEqual({
    type: "object",
    properties: { o: { default: { a: 1 }, ...shut } },
    additionalProperties: false,
  });
  const open = [
    { ...inner, additionalProperties: true },
    { ...inner, additionalProperties: text },
    { ...inner, patternProperties: { x: text } },
    { $ref: "#/x" },
  ];
  for (const part of open) {
    expect(strict(part)).toBeUndefined();
    expect(strict(nested(part))).toBeUndefined();
  }
  expect(strict({ ...inner, required: [] }, true)).toBeUndefined();
  expect(
    strictSchema({ name: "t", description: "", parameters: inner, constrainedSampling: false }, { isSupported: true }),
  ).toBeUndefined();
});
