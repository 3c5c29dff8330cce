import type { ToolCall } from "../../contract/messages.ts";
import type { Usage } from "../../contract/usage.ts";

/** Changes a gateway made to the conversation before passing it on. */
export interface PiMessagesRewriteImpact {
  policyId: string;
  policyVersion: number;
  changed: boolean;
  tokenCountChange: number;
  messageCountChange: number;
  systemPromptChanged: boolean;
}

interface Ending {
  usage: Usage;
  responseId?: string;
  responseModel?: string;
  providerThinkingLevel?: string;
  rewrite?: PiMessagesRewriteImpact;
}

/** Our own events as a server sends them, without the live message. */
export type PiMessagesEvent =
  | { type: "start" }
  | { type: "text_start" | "thinking_start"; contentIndex: number }
  | { type: "toolcall_start"; contentIndex: number; id: string; toolName: string }
  | { type: "text_delta" | "thinking_delta" | "toolcall_delta"; contentIndex: number; delta: string }
  | { type: "text_end"; contentIndex: number; content: string; contentSignature?: string }
  | { type: "thinking_end"; contentIndex: number; content: string; contentSignature?: string; redacted?: boolean }
  | { type: "toolcall_end"; contentIndex: number; toolCall: ToolCall }
  | ({ type: "done"; reason: "stop" | "length" | "toolUse" } & Ending)
  | ({ type: "error"; reason: "aborted" | "error"; errorMessage?: string } & Ending);
