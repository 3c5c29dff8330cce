import type { ModelProtocol, ModelProtocolName } from "../protocol.ts";
import { anthropicMessages } from "./anthropic-messages.ts";
import { bedrockConverseStream } from "./bedrock-converse-stream.ts";
import { googleGenerativeAi } from "./google-generative-ai.ts";
import { mistralConversations } from "./mistral-conversations.ts";
import { ollama } from "./ollama.ts";
import { openaiCodexResponses } from "./openai-codex-responses.ts";
import { openaiCompletions } from "./openai-completions.ts";
import { openaiResponses } from "./openai-responses.ts";

/** In the order in which their paths are tried, the most specific first. */
const modelProtocols: readonly ModelProtocol[] = [
  mistralConversations,
  openaiCompletions,
  openaiCodexResponses,
  openaiResponses,
  anthropicMessages,
  googleGenerativeAi,
  ollama,
  bedrockConverseStream,
];

const byName = new Map<string, ModelProtocol>(modelProtocols.map((protocol) => [protocol.name, protocol]));

export const modelProtocolNames: readonly ModelProtocolName[] = modelProtocols.map(({ name }) => name);

/** Returns the protocol of a path: by the protocol name at its start, otherwise by its end. */
export function protocolOf(path: string): ModelProtocol | undefined {
  const prefixed = byName.get(path.split("/")[1] ?? "");
  return prefixed ?? modelProtocols.find((protocol) => protocol.path.test(path));
}
