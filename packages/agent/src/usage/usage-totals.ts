import type { Usage } from "@tau/ai";
import type { AgentMessage } from "../contract/messages.ts";

/** Counts of a list of messages, and their cost. */
export interface MessageTotals {
  userMessages: number;
  assistantMessages: number;
  toolCalls: number;
  toolResults: number;
  totalMessages: number;
  tokens: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number };
  /** In US dollars, including model usage by tools. */
  cost: number;
}

export function messageTotals(messages: Iterable<AgentMessage>): MessageTotals {
  const totals = noTotals();
  for (const message of messages) {
    totals.totalMessages++;
    if (message.role === "user") totals.userMessages++;
    else if (message.role === "toolResult") totals.toolResults++;
    else if (message.role === "assistant") {
      totals.assistantMessages++;
      totals.toolCalls += message.content.filter((block) => block.type === "toolCall").length;
    }
    if ("usage" in message && message.usage) addUsage(totals, message.usage);
  }
  return totals;
}

/** Adds usage outside the messages, such as summaries and titles. */
export function addUsage(totals: MessageTotals, usage: Usage): void {
  const { tokens } = totals;
  tokens.input += usage.input;
  tokens.output += usage.output;
  tokens.cacheRead += usage.cacheRead;
  tokens.cacheWrite += usage.cacheWrite;
  tokens.total = tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite;
  totals.cost += usage.cost.total;
}

function noTotals(): MessageTotals {
  return {
    userMessages: 0,
    assistantMessages: 0,
    toolCalls: 0,
    toolResults: 0,
    totalMessages: 0,
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    cost: 0,
  };
}
