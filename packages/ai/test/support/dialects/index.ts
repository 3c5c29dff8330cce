import { anthropicMessages } from "./anthropic-messages.ts";
import type { Dialect } from "./dialect.ts";
import { googleGenerativeAI } from "./google-generative-ai.ts";
import { openAICompletions } from "./openai-completions.ts";
import { openAIResponses } from "./openai-responses.ts";

export const dialects: readonly Dialect[] = [
  openAICompletions,
  anthropicMessages,
  openAIResponses,
  googleGenerativeAI,
  { ...googleGenerativeAI, api: "google-vertex" },
];
