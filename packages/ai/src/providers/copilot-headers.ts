import type { Message } from "../contract/messages.ts";
import type { Model } from "../contract/model.ts";

/** GitHub Copilot bills by the initiator of a request, and enables image input only on request. */
export function copilotHeaders(model: Model, messages: readonly Message[]): Record<string, string> {
  if (model.provider !== "github-copilot") return {};
  return {
    "x-initiator": messages.at(-1)?.role === "user" ? "user" : "agent",
    "openai-intent": "conversation-edits",
    ...(messages.some(hasImage) && { "copilot-vision-request": "true" }),
  };
}

function hasImage({ content }: Message): boolean {
  return typeof content !== "string" && content.some((block) => block.type === "image");
}
