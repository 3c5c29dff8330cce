import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { type Api, type AssistantMessage, streamSimple } from "../../src/index.ts";
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
  const body = await readFile(new URL(`../fixtures/${file}`, import.meta.url));
  await using server = await startServer((response) => void response.writeHead(200).end(body));
  const stream = streamSimple(testModel(api, { baseUrl: server.url }), { messages: [] }, { apiKey: "k" });
  checkStreamContract(await Array.fromAsync(stream));
  const message: AssistantMessage = await stream.result();
  expect(message.errorMessage).toBeUndefined();
  expect(message).toMatchObject(expected);
});
