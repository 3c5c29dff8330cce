import type { ImageContent, Message, TextContent } from "@tau/ai";
import type { AgentMessage } from "../../contract/messages.ts";

export const COMPACTION_SUMMARY_PREFIX =
  "Everything before this point has been condensed. This summary stands for it:\n\n<summary>\n";
export const COMPACTION_SUMMARY_SUFFIX = "\n</summary>";
export const BRANCH_SUMMARY_PREFIX =
  "Another line of work was tried from here and left. This is what happened on it:\n\n<summary>\n";
export const BRANCH_SUMMARY_SUFFIX = "\n</summary>";

/** A shell command the user ran. */
export interface BashExecutionMessage {
  role: "bashExecution";
  command: string;
  output: string;
  exitCode: number | undefined;
  cancelled: boolean;
  truncated: boolean;
  fullOutputPath?: string;
  timestamp: number;
  /** True if the user hid the command from the model. */
  excludeFromContext?: boolean;
  /** The entry that announced the command before it ran. */
  intentId?: string;
}

/** A message that an extension added to the conversation. */
export interface CustomMessage<TDetails = unknown> {
  role: "custom";
  customType: string;
  content: string | (TextContent | ImageContent)[];
  display: boolean;
  details?: TDetails;
  timestamp: number;
}

export interface BranchSummaryMessage {
  role: "branchSummary";
  summary: string;
  fromId: string | null;
  timestamp: number;
}

export interface CompactionSummaryMessage {
  role: "compactionSummary";
  summary: string;
  tokensBefore: number;
  timestamp: number;
}

declare module "../../contract/messages.ts" {
  interface CustomAgentMessages {
    bashExecution: BashExecutionMessage;
    custom: CustomMessage;
    branchSummary: BranchSummaryMessage;
    compactionSummary: CompactionSummaryMessage;
  }
}

export function createBranchSummaryMessage(
  summary: string,
  fromId: string | null,
  timestamp: string,
): BranchSummaryMessage {
  return { role: "branchSummary", summary, fromId, timestamp: toMilliseconds(timestamp) };
}

export function createCompactionSummaryMessage(
  summary: string,
  tokensBefore: number,
  timestamp: string,
): CompactionSummaryMessage {
  return { role: "compactionSummary", summary, tokensBefore, timestamp: toMilliseconds(timestamp) };
}

export function createCustomMessage(
  customType: string,
  content: string | (TextContent | ImageContent)[],
  display: boolean,
  details: unknown,
  timestamp: string,
): CustomMessage {
  const message: CustomMessage = {
    role: "custom",
    customType,
    content,
    display,
    timestamp: toMilliseconds(timestamp),
  };
  if (details !== undefined) message.details = details;
  return message;
}

/** Converts a conversation for the model: keeps the model's own roles, turns ours into user messages, and drops unknown roles. */
export function convertToLlm(messages: AgentMessage[]): Message[] {
  return messages.flatMap(toLlmMessage);
}

export function bashExecutionToText(message: BashExecutionMessage): string {
  const lines = [`Ran \`${message.command}\``];
  lines.push(message.output === "" ? "(no output)" : `\`\`\`\n${message.output}\n\`\`\``);
  if (message.cancelled) lines.push("(the command was cancelled)");
  else if (message.exitCode !== undefined && message.exitCode !== 0) lines.push(`Exit code ${message.exitCode}`);
  if (message.truncated && message.fullOutputPath !== undefined) {
    lines.push(`[Output was cut. All of it: ${message.fullOutputPath}]`);
  }
  return lines.join("\n");
}

function toLlmMessage(message: AgentMessage): Message[] {
  switch (message.role) {
    case "system":
    case "user":
    case "assistant":
    case "toolResult":
      return [message];
    case "bashExecution":
      return message.excludeFromContext ? [] : [userMessage(bashExecutionToText(message), message.timestamp)];
    case "custom":
      return [userMessage(message.content, message.timestamp)];
    case "branchSummary":
      return [userMessage(BRANCH_SUMMARY_PREFIX + message.summary + BRANCH_SUMMARY_SUFFIX, message.timestamp)];
    case "compactionSummary":
      return [userMessage(COMPACTION_SUMMARY_PREFIX + message.summary + COMPACTION_SUMMARY_SUFFIX, message.timestamp)];
    default:
      return [];
  }
}

function userMessage(content: string | (TextContent | ImageContent)[], timestamp: number): Message {
  return {
    role: "user",
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
    timestamp,
  };
}

function toMilliseconds(timestamp: string): number {
  const milliseconds = Date.parse(timestamp);
  return Number.isNaN(milliseconds) ? 0 : milliseconds;
}
