import type { Message } from "./messages.ts";
import type { Tool } from "./tool.ts";

/** Everything a model is shown in one request. */
export interface Context {
  systemPrompt?: string;
  messages: Message[];
  tools?: Tool[];
}
