import type { Message } from "./messages.ts";
import type { Tool } from "./tool.ts";

/** The content of one request to a model. */
export interface Context {
  systemPrompt?: string;
  messages: Message[];
  tools?: Tool[];
}
