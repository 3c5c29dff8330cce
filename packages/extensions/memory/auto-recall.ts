import type { CustomMessageDraft, ExtensionContext } from "@tau/coding-agent";
import type { MemoryBackend, RecalledMemory } from "./memory.ts";
import { memoriesBlock, withoutBlocks } from "./recall-text.ts";
import type { MemorySettings } from "./settings.ts";

export const MESSAGE_TYPE = "memory";

export interface RecallDetails {
  readonly ids: readonly string[];
  readonly texts: readonly string[];
}

/** The longest time that a run waits for memories. */
const MAX_WAIT_MS = 1_500;

/**
 * Finds memories that fit the prompt and returns them as a message. It is added after the prompt: what was sent before stays as it is, and so
 * does the provider's prompt cache. A memory that the model already sees on this branch is left out.
 */
export async function autoRecall(
  backend: MemoryBackend,
  prompt: string,
  settings: MemorySettings,
  ctx: ExtensionContext,
): Promise<CustomMessageDraft<RecallDetails> | undefined> {
  const query = composeQuery(prompt, ctx, settings);
  if (query === "") return undefined;
  const signal = AbortSignal.any([AbortSignal.timeout(MAX_WAIT_MS), ...(ctx.signal ? [ctx.signal] : [])]);
  const found = await backend.recall(query, settings.recallMaxTokens, { ctx, signal });
  const seen = idsInContext(ctx);
  const memories = found.filter(({ id }) => !seen.has(id));
  return memories.length === 0 ? undefined : draft(memories);
}

function draft(memories: readonly RecalledMemory[]): CustomMessageDraft<RecallDetails> {
  const details = { ids: memories.map(({ id }) => id), texts: memories.map(({ text }) => text) };
  return { customType: MESSAGE_TYPE, content: memoriesBlock(memories), display: true, details };
}

/** Joins the latest prompts, the newest first, up to the longest query. */
function composeQuery(prompt: string, ctx: ExtensionContext, { contextTurns, maxQueryChars }: MemorySettings): string {
  const earlier =
    contextTurns > 1
      ? userTexts(ctx)
          .slice(-(contextTurns - 1))
          .toReversed()
      : [];
  return [prompt, ...earlier].map(withoutBlocks).join("\n").slice(0, maxQueryChars).trim();
}

export function userTexts(ctx: ExtensionContext): string[] {
  return ctx.sessionManager.buildSessionProjection().messages.flatMap((message) => {
    if (message.role !== "user") return [];
    const { content } = message;
    if (typeof content === "string") return [content];
    return [content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n")];
  });
}

/** Returns the memories in the messages that the next request contains. A compaction may have dropped earlier ones. */
function idsInContext(ctx: ExtensionContext): Set<string> {
  const { messages } = ctx.sessionManager.buildSessionProjection();
  const ids = messages.flatMap((message) =>
    message.role === "custom" && message.customType === MESSAGE_TYPE
      ? ((message.details as Partial<RecallDetails> | undefined)?.ids ?? [])
      : [],
  );
  return new Set(ids);
}
