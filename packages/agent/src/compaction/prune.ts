import type { ToolResultMessage } from "@tau/ai";
import type { ProjectedSessionEntry } from "../session/context/context.ts";
import type { ContextEditEntry } from "../session/entries/entry.ts";
import { estimateTokens } from "../usage/estimate-tokens.ts";

export interface PruneSettings {
  /** Tokens of the newest tool output that are kept. */
  protectTokens: number;
  /** Saving fewer tokens than this is not worth losing the vendor's cache. */
  minimumTokens: number;
  /** Tools whose results are kept at any age. */
  protectedTools: readonly string[];
}

export const DEFAULT_PRUNE_SETTINGS: PruneSettings = {
  protectTokens: 40_000,
  minimumTokens: 20_000,
  protectedTools: ["read", "skill"],
};

/** An edit that removes an old tool output from the context; the log keeps the output. */
export interface PrunedOutput {
  targetId: string;
  replacement: NonNullable<ContextEditEntry["replacement"]>;
  savedTokens: number;
}

/** Returns old tool outputs that can be removed, oldest first; none if too few tokens would be saved. */
export function findPrunableOutputs(
  entries: readonly ProjectedSessionEntry[],
  settings: PruneSettings = DEFAULT_PRUNE_SETTINGS,
): PrunedOutput[] {
  const pruned: PrunedOutput[] = [];
  let newer = 0;
  for (const { sourceEntry, messages } of entries.toReversed()) {
    const result = messages.find((message) => message.role === "toolResult");
    if (!result) continue;
    const tokens = estimateTokens(result);
    newer += tokens;
    if (newer <= settings.protectTokens || settings.protectedTools.includes(result.toolName)) continue;
    if (!isPruned(result)) pruned.push(prune(sourceEntry.id, tokens));
  }
  const saved = pruned.reduce((sum, { savedTokens }) => sum + savedTokens, 0);
  return saved >= settings.minimumTokens ? pruned.reverse() : [];
}

const NOTICE = /^\[Output truncated - \d+ tokens\]$/;

function prune(targetId: string, tokens: number): PrunedOutput {
  const text = `[Output truncated - ${tokens} tokens]`;
  const savedTokens = Math.max(0, tokens - Math.ceil(text.length / 4));
  return { targetId, replacement: { content: [{ type: "text", text }] }, savedTokens };
}

function isPruned({ content }: ToolResultMessage): boolean {
  const [block] = content;
  return content.length === 1 && block?.type === "text" && NOTICE.test(block.text);
}
