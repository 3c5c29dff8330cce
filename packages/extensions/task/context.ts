import type { ExtensionToolContext } from "@tau/coding-agent";

/** What the model hands over to all agents of a call. */
export interface GivenContext {
  readonly context?: string;
  /** Paths. Their contents are handed over, so that not each agent has to read them. */
  readonly files?: readonly string[];
}

/** More than this would fill the context of each agent before it begins. */
const MOST_CHARACTERS = 200_000;

/** Resolves to the text for all agents. Files are read with the tool `read`, which passes the permission policy. */
export async function contextOf(
  { context = "", files = [] }: GivenContext,
  ctx: ExtensionToolContext,
  signal: AbortSignal | undefined,
): Promise<string> {
  const parts: string[] = [];
  for (const path of new Set(files)) parts.push(`<file name="${path}">\n${await textOf(path, ctx, signal)}\n</file>`);
  const text = [...parts, context.trim()].filter(Boolean).join("\n\n");
  if (text.length > MOST_CHARACTERS)
    throw new Error(
      `context and files have ${text.length} characters; at most ${MOST_CHARACTERS}. Name files instead.`,
    );
  return text;
}

async function textOf(path: string, ctx: ExtensionToolContext, signal: AbortSignal | undefined): Promise<string> {
  const { result, isError } = await ctx.executeTool("read", { path }, signal ? { signal } : {});
  const text = result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  if (isError) throw new Error(`${path} cannot be handed over: ${text}`);
  if (result.content.some(({ type }) => type !== "text"))
    throw new Error(`${path} cannot be handed over: it is no text.`);
  return text.trimEnd();
}
