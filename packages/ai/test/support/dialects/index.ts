import { anthropicMessages } from "./anthropic-messages.ts";
import { bedrockConverseStream } from "./bedrock-converse-stream.ts";
import type { Dialect } from "./dialect.ts";
import { googleGenerativeAI } from "./google-generative-ai.ts";
import { mistralConversations } from "./mistral-conversations.ts";
import { ollama } from "./ollama.ts";
import { openAICompletions } from "./openai-completions.ts";
import { openAIResponses } from "./openai-responses.ts";

import { piMessages } from "./pi-messages.ts";

/** Those whose requests are written in terms of their own. */
export const vendorDialects: readonly Dialect[] = [
  openAICompletions,
  anthropicMessages,
  openAIResponses,
  googleGenerativeAI,
  { ...googleGenerativeAI, api: "google-vertex" },
  mistralConversations,
  ollama,
  { ...openAIResponses, api: "azure-openai-responses" },
  { ...openAIResponses, api: "openai-codex-responses" },
  bedrockConverseStream,
];

export const dialects: readonly Dialect[] = [...vendorDialects, piMessages];
