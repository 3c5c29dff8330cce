import type { AssistantMessage, ImageContent, TextContent, ThinkingContent, ToolCall, Usage } from "@tau/ai";
import type { AgentMessage } from "../contract/messages.ts";
import type { SessionProjection } from "../session/context.ts";
import type { SessionEntry } from "../session/entry.ts";

const CHARACTERS_PER_TOKEN = 4;
const IMAGE_CHARACTERS = 4800;

export interface ContextUsageEstimate {
  tokens: number;
  /** As the vendor counted them. */
  usageTokens: number;
  /** Estimated, for what came after that count. */
  trailingTokens: number;
  lastUsageIndex: number | null;
}

/** Rather too many than too few. */
export function estimateTokens(message: AgentMessage): number {
  return Math.ceil(charactersOf(message) / CHARACTERS_PER_TOKEN);
}

export function calculateContextTokens(usage: Usage): number {
  return usage.totalTokens || usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
}

export function getLastAssistantUsage(entries: readonly SessionEntry[]): Usage | undefined {
  for (const entry of entries.toReversed()) {
    if (entry.type === "message" && hasUsage(entry.message)) return entry.message.usage;
  }
  return undefined;
}

/** The last count of the vendor, and an estimate of what followed. Without any count, an estimate of everything. */
export function estimateContextTokens(messages: readonly AgentMessage[]): ContextUsageEstimate {
  return estimateFrom(
    messages,
    messages.findLastIndex((message) => hasUsage(message)),
  );
}

/** A count that was made before a later edit or compaction says nothing about the context as it is now. */
export function estimateProjectedContextTokens(
  projection: SessionProjection,
  branchEntries: readonly SessionEntry[],
): ContextUsageEstimate {
  const changedAt = branchEntries.findLastIndex(({ type }) => type === "compaction" || type === "context_edit");
  const trusted = new Set(branchEntries.slice(changedAt + 1));
  const messages = projection.entries.flatMap(({ sourceEntry, messages: own }) =>
    own.map((message) => ({ message, counts: trusted.has(sourceEntry) && hasUsage(message) })),
  );
  return estimateFrom(
    messages.map(({ message }) => message),
    messages.findLastIndex(({ counts }) => counts),
  );
}

/** An answer that failed or was stopped reports a count of something else, or none. */
export function hasUsage(message: AgentMessage): message is AssistantMessage {
  if (message.role !== "assistant" || !message.usage) return false;
  if (message.stopReason === "error" || message.stopReason === "aborted") return false;
  return calculateContextTokens(message.usage) > 0;
}

function estimateFrom(messages: readonly AgentMessage[], lastUsageIndex: number): ContextUsageEstimate {
  const counted = messages[lastUsageIndex];
  const usageTokens = counted?.role === "assistant" ? calculateContextTokens(counted.usage) : 0;
  const trailing = messages.slice(lastUsageIndex + 1);
  const trailingTokens = trailing.reduce((sum, message) => sum + estimateTokens(message), 0);
  return {
    tokens: usageTokens + trailingTokens,
    usageTokens,
    trailingTokens,
    lastUsageIndex: lastUsageIndex < 0 ? null : lastUsageIndex,
  };
}

function charactersOf(message: AgentMessage): number {
  if (message.role === "bashExecution") return message.command.length + message.output.length;
  if (message.role === "branchSummary" || message.role === "compactionSummary") return message.summary.length;
  const { content } = message;
  if (typeof content === "string") return content.length;
  return content.reduce((sum, block) => sum + charactersOfBlock(block), 0);
}

function charactersOfBlock(block: TextContent | ThinkingContent | ImageContent | ToolCall): number {
  switch (block.type) {
    case "text":
      return block.text.length;
    case "thinking":
      return block.thinking.length;
    case "image":
      return IMAGE_CHARACTERS;
    case "toolCall":
      return block.name.length + JSON.stringify(block.arguments).length;
    default:
      return 0;
  }
}
