import type { ModelProtocol } from "../protocol.ts";
import { openaiResponses } from "./openai-responses.ts";

/** The Responses events under another path; over a WebSocket each event is one text message. */
export const openaiCodexResponses: ModelProtocol = {
  ...openaiResponses,
  name: "openai-codex-responses",
  path: /\/codex\/responses$/,
};
