import type { SystemMessage } from "../contract/messages.ts";
import type { Tool } from "../contract/tool.ts";
import { getCurrentTools, type TranscriptMessages, toToolDeclaration } from "./transcript.ts";

export interface ToolStateChanges {
  toolsAdded: Tool[];
  toolsRemoved: { name: string }[];
}

/** How a protocol represents tools that change during a conversation. */
export type TranscriptToolSupport = "none" | "additions" | "changes";

export interface TranscriptTools {
  requestTools: Tool[];
  /** How many of the first system messages `requestTools` already includes. */
  foldedSystemMessages: number;
}

export function declarationsEqual(left: Tool, right: Tool): boolean {
  return JSON.stringify(toToolDeclaration(left)) === JSON.stringify(toToolDeclaration(right));
}

/** A changed tool counts as one removed and one added. */
export function getToolStateChanges(previous: readonly Tool[], current: readonly Tool[]): ToolStateChanges {
  const isIn = (tools: readonly Tool[]) => (tool: Tool) => tools.some((other) => declarationsEqual(other, tool));
  return {
    toolsAdded: current.filter((tool) => !isIn(previous)(tool)).map(toToolDeclaration),
    toolsRemoved: previous.filter((tool) => !isIn(current)(tool)).map(({ name }) => ({ name })),
  };
}

/** Returns every tool that was ever declared, in its last definition. */
export function getDeclaredTools(messages: TranscriptMessages): Tool[] {
  return [...new Map(declarations(messages).map((tool) => [tool.name, tool])).values()];
}

export function hasToolRedefinitions(messages: TranscriptMessages): boolean {
  const forms = new Set(declarations(messages).map((tool) => JSON.stringify(toToolDeclaration(tool))));
  return getDeclaredTools(messages).length < forms.size;
}

function declarations(messages: TranscriptMessages): Tool[] {
  return systemMessages(messages).flatMap(({ toolsAdded = [] }) => toolsAdded);
}

export function hasNonAdditiveToolChanges(messages: TranscriptMessages): boolean {
  return lastNonAdditiveChange(systemMessages(messages)) >= 0;
}

/** Divides the tools between the request's list and the positions in the conversation where they were added. */
export function resolveTranscriptTools(messages: TranscriptMessages, support: TranscriptToolSupport): TranscriptTools {
  const all = systemMessages(messages);
  if (support === "changes") return { requestTools: [], foldedSystemMessages: 0 };
  if (support === "none") return { requestTools: getCurrentTools(all), foldedSystemMessages: all.length };
  const initial = messages[0]?.role === "system" ? 1 : 0;
  const folded = Math.max(initial, lastNonAdditiveChange(all) + 1);
  return { requestTools: getCurrentTools(all.slice(0, folded)), foldedSystemMessages: Math.min(folded, all.length) };
}

/** Returns the index of the last message that removes or redeclares a tool; -1 if there is none. */
function lastNonAdditiveChange(messages: readonly SystemMessage[]): number {
  const seen = new Set<string>();
  let last = -1;
  messages.forEach(({ toolsAdded = [], toolsRemoved = [] }, index) => {
    if (toolsRemoved.length > 0) last = index;
    for (const { name } of toolsAdded) {
      if (seen.has(name)) last = index;
      seen.add(name);
    }
  });
  return last;
}

function systemMessages(messages: TranscriptMessages): SystemMessage[] {
  return messages.filter((message): message is SystemMessage => message.role === "system");
}
