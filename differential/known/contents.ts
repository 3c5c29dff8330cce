import { isDeepStrictEqual } from "node:util";

/** A content as blocks: texts that follow each other are one, and what only marks the cache is left out. */
function asBlocks(content: string | readonly unknown[]): unknown[] {
  const blocks: unknown[] = [];
  for (const block of typeof content === "string" ? [{ type: "text", text: content }] : content) {
    const { cache_control: _, ...rest } = block as { cache_control?: unknown };
    const [last, text] = [textOf(blocks.at(-1)), textOf(rest)];
    if (last === undefined || text === undefined) blocks.push(rest);
    else blocks.splice(-1, 1, { type: "text", text: [last, text].filter((part) => part !== "").join("\n") });
  }
  return blocks;
}

function textOf(block: unknown): string | undefined {
  const { type, text, ...rest } = (block ?? {}) as { type?: string; text?: unknown };
  return type === "text" && typeof text === "string" && Object.keys(rest).length === 0 ? text : undefined;
}

function isContent(value: unknown): value is string | readonly unknown[] {
  return typeof value === "string" || Array.isArray(value);
}

/** Whether two contents of a message are the same, written as a text or as a list of blocks. */
export function sameContent(ours: unknown, theirs: unknown): boolean {
  return isContent(ours) && isContent(theirs) && isDeepStrictEqual(asBlocks(ours), asBlocks(theirs));
}

interface Message {
  readonly role: string;
  readonly content: readonly object[];
}

/** The messages of Bedrock with those of one role joined, without how long the cache is kept. */
function joined(messages: readonly Message[]): Message[] {
  const result: { role: string; content: object[] }[] = [];
  for (const { role, content } of messages) {
    const blocks = content.map((block) => ("cachePoint" in block ? { cachePoint: true } : block));
    const last = result.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else result.push({ role, content: blocks });
  }
  return result;
}

/** Whether two lists of messages are the same once messages of one role that follow each other are one. */
export function sameMessagesJoined(ours: unknown, theirs: unknown): boolean {
  return isDeepStrictEqual(joined(ours as Message[]), joined(theirs as Message[]));
}
