import type { CustomMessage } from "@tau/agent";

const TEXT = `The conversation before this was shortened to make room. If work that the user asked for is left, continue it from where it stopped. If none is, say so in one sentence.`;

/** Creates a message, hidden from the user, that asks the model to continue. */
export function continueMessage(timestamp: number): CustomMessage {
  return { role: "custom", customType: "auto-continue", content: TEXT, display: false, timestamp };
}
