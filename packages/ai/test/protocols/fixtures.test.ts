import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { AwsEventStream } from "../../src/framing/aws-event-stream.ts";
import { type Api, type AssistantMessage, streamSimple } from "../../src/index.ts";
import { builtInApiProviders } from "../../src/registry/built-in-apis.ts";
import { awsFrame } from "../support/dialects/bedrock-converse-stream.ts";
import { startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";
import { checkStreamContract } from "../support/stream-contract.ts";

/** Streams written by hand in the shape of the vendors' documentation, which each fixture names (Ollama: docs.ollama.com/api/chat). */
const fixtures: [file: string, api: Api, expected: object][] = [
  [
    "anthropic-tool-use.sse",
    "anthropic-messages",
    {
      content: [
        { type: "text", text: "Okay, let's check the weather:" },
        {
          type: "toolCall",
          id: "toolu_01T1x1fJ34qAmk2tNTrN7Up6",
          name: "get_weather",
          arguments: { location: "San Francisco, CA" },
        },
      ],
      stopReason: "toolUse",
      rawStopReason: "tool_use",
      responseId: "msg_014p7gG3wDgGV9EUtLvnow3U",
      responseModel: "claude-sonnet-5-5",
      usage: { input: 472, output: 89, cacheRead: 0, cacheWrite: 0, totalTokens: 561 },
    },
  ],
  [
    "anthropic-thinking.sse",
    "anthropic-messages",
    {
      content: [
        {
          type: "thinking",
          thinking: "I need the GCD of 1071 and 462.\n\nThe remainder is 0, so the GCD is 21.",
          thinkingSignature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pkiMOYds...",
        },
        { type: "thinking", thinking: "", redacted: true, thinkingSignature: expect.stringMatching(/^EmwKAhgB/) },
        { type: "text", text: "The greatest common divisor is **21**." },
      ],
      stopReason: "stop",
      usage: { input: 40, output: 120, cacheRead: 3000, cacheWrite: 2000, cacheWrite1h: 1500 },
    },
  ],
  [
    "openai-chat-tool-calls.sse",
    "openai-completions",
    {
      content: [
        {
          type: "toolCall",
          id: "call_DdmO9pD3xa9XTPNJ32zg2hcA",
          name: "get_weather",
          arguments: { location: "Paris" },
        },
        { type: "toolCall", id: "call_2", name: "get_weather", arguments: { location: "Bogotá" } },
      ],
      stopReason: "toolUse",
      responseModel: "gpt-4.1-2025-04-14",
      usage: { input: 82, output: 48, reasoning: 0, totalTokens: 130 },
    },
  ],
  [
    "deepseek-reasoning.sse",
    "openai-completions",
    {
      content: [
        { type: "thinking", thinking: "9.11 against 9.8", thinkingSignature: "reasoning_content" },
        { type: "text", text: "9.8 is greater." },
      ],
      stopReason: "stop",
      usage: { input: 10, cacheRead: 7, output: 9, reasoning: 5 },
    },
  ],
  [
    "openai-responses-function-call.sse",
    "openai-responses",
    {
      content: [
        {
          type: "thinking",
          thinking: "**Weather**\n\nA call is needed.",
          thinkingSignature: expect.stringContaining('"encrypted_content":"gAAAAA"'),
        },
        {
          type: "toolCall",
          id: "call_1234xyz|fc_1234xyz",
          name: "get_weather",
          arguments: { location: "Paris, France" },
        },
      ],
      stopReason: "toolUse",
      usage: { input: 148, cacheRead: 128, output: 64, reasoning: 32, totalTokens: 340 },
    },
  ],
  [
    "gemini-function-call.sse",
    "google-generative-ai",
    {
      content: [
        { type: "thinking", thinking: "**Checking**\n\nA flight status first." },
        {
          type: "toolCall",
          name: "check_flight",
          arguments: { flight: "AA100" },
          thoughtSignature: "Eq8ECqwEAXLI2nw=",
        },
      ],
      stopReason: "toolUse",
      rawStopReason: "STOP",
      usage: { input: 20, cacheRead: 100, output: 42, reasoning: 30, totalTokens: 162 },
    },
  ],
  [
    "vertex-function-call.sse",
    "google-vertex",
    {
      content: [
        { type: "thinking", thinking: "**Two cities**\n\nBoth need a forecast." },
        { type: "text", text: "I ask for both." },
        {
          type: "toolCall",
          name: "get_weather",
          arguments: { city: "Zürich" },
          thoughtSignature: "CiQBjz1rX0FBQQ==",
        },
        { type: "toolCall", name: "get_weather", arguments: { city: "Genève" } },
      ],
      stopReason: "toolUse",
      rawStopReason: "STOP",
      responseId: "l1WMaaPAII2xhcIP6K7QyAI",
      responseModel: "gemini-3.1-pro-preview",
      usage: { input: 176, cacheRead: 1024, output: 165, reasoning: 125, totalTokens: 1365 },
    },
  ],
  [
    "azure-responses-text.sse",
    "azure-openai-responses",
    {
      content: [{ type: "text", text: "Guten Tag.", textSignature: '{"v":1,"id":"msg_0a1b2c3d"}' }],
      stopReason: "stop",
      rawStopReason: "completed",
      responseId: "resp_0a1b2c3d",
      responseModel: "gpt-5.1",
      usage: { input: 148, cacheRead: 1152, output: 9, reasoning: 0, totalTokens: 1309 },
    },
  ],
  [
    "codex-responses-commentary.sse",
    "openai-codex-responses",
    {
      content: [
        { type: "thinking", thinking: "", thinkingSignature: expect.stringContaining('"gAAAAABpX"') },
        {
          type: "text",
          text: "I look at the tests.",
          textSignature: '{"v":1,"id":"msg_c0d3","phase":"commentary"}',
        },
        { type: "toolCall", id: "call_c0d3|fc_c0d3", name: "shell", arguments: { command: ["ls", "test"] } },
      ],
      stopReason: "toolUse",
      usage: { input: 904, cacheRead: 4096, output: 210, reasoning: 128, totalTokens: 5210 },
    },
  ],
  [
    "bedrock-tool-use.json",
    "bedrock-converse-stream",
    {
      content: [
        { type: "thinking", thinking: "The user wants the top song.", thinkingSignature: "EuYBCkQYAiJA" },
        { type: "thinking", thinking: "", redacted: true, thinkingSignature: "ZW5jcnlwdGVk" },
        { type: "text", text: "I look it up." },
        {
          type: "toolCall",
          id: "tooluse_kZJMlvQmRJ6eAyJE5GIl7Q",
          name: "top_song",
          arguments: { sign: "WZPZ" },
        },
      ],
      stopReason: "toolUse",
      rawStopReason: "tool_use",
      usage: { input: 125, output: 60, cacheRead: 2000, cacheWrite: 1000, cacheWrite1h: 800, totalTokens: 3185 },
    },
  ],
  [
    "pi-messages-tool-call.sse",
    "pi-messages",
    {
      content: [
        { type: "thinking", thinking: "Hidden.", thinkingSignature: "sig-0" },
        { type: "toolCall", id: "call_1", name: "read", arguments: { path: "a.ts" } },
      ],
      stopReason: "toolUse",
      responseId: "gw-1",
      responseModel: "claude-sonnet-5-5",
      usage: { input: 10, output: 5, cost: { total: 0.3, totalFromProvider: true } },
    },
  ],
  [
    "mistral-thinking.sse",
    "mistral-conversations",
    {
      content: [
        { type: "thinking", thinking: "John has two brothers." },
        { type: "text", text: "Two." },
      ],
      stopReason: "stop",
      usage: { input: 10, output: 1010 },
    },
  ],
  [
    "ollama-tool-call.ndjson",
    "ollama",
    {
      content: [
        { type: "thinking", thinking: "A tool knows that." },
        { type: "toolCall", name: "get_weather", arguments: { city: "Tokyo" } },
      ],
      stopReason: "toolUse",
      usage: { input: 169, output: 15 },
    },
  ],
];

test.each(fixtures)("%s", async (file, api, expected) => {
  const body = await bodyOf(file);
  await using server = await startServer((response) => void response.writeHead(200).end(body));
  const stream = streamSimple(testModel(api, { baseUrl: server.url }), { messages: [] }, { apiKey: "k" });
  checkStreamContract(await Array.fromAsync(stream));
  const message: AssistantMessage = await stream.result();
  expect(message.errorMessage).toBeUndefined();
  expect(message).toMatchObject(expected);
});

test("every protocol has a fixture", () => {
  const covered = new Set(fixtures.map(([, api]) => api));
  const missing = builtInApiProviders().filter(({ api }) => !covered.has(api));
  expect(missing.map(({ api }) => api)).toEqual(["demo"]);
});

test("the binary framing agrees with the vectors of its specification", () => {
  // https://smithy.io/2.0/aws/amazon-eventstream.html: an empty message, and one of a payload alone
  const vectors = [
    "00000010 00000000 05c248eb 7d98c8ff",
    "0000001d 00000000 fd528c5a 7b27666f6f273a27626172277d c3653936",
  ].map((hex) => Buffer.from(hex.replaceAll(" ", ""), "hex"));
  const frames = vectors.flatMap((bytes) => [...new AwsEventStream().push(bytes)]);
  expect(frames.map(({ payload }) => Buffer.from(payload).toString())).toEqual(["", "{'foo':'bar'}"]);
});

/** Bedrock's frames are binary: its fixture lists their types and payloads. */
async function bodyOf(file: string): Promise<Uint8Array> {
  const body = await readFile(new URL(`../fixtures/${file}`, import.meta.url));
  if (!file.endsWith(".json")) return body;
  const { events } = JSON.parse(body.toString()) as { events: [type: string, payload: object][] };
  return Buffer.concat(events.map(([type, payload]) => awsFrame(type, payload)));
}
