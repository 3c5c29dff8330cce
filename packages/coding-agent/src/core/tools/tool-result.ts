import type { AgentTool, AgentToolResult } from "@tau/agent";
import type { ImageContent, TextContent } from "@tau/ai";
import { formatOutputNotice, type LimitsMeta, type OutputMeta, type TruncationResult } from "../output/index.ts";

/** Builds a result piece by piece. Parts that are not set do not appear in it. */
export class ToolResultBuilder<TDetails extends object> {
  private readonly details: TDetails | undefined;
  private blocks: (TextContent | ImageContent)[] = [];
  private meta: OutputMeta = {};

  constructor(details?: TDetails) {
    this.details = details;
  }

  text(text: string): this {
    return this.content([{ type: "text", text }]);
  }

  content(blocks: readonly (TextContent | ImageContent)[]): this {
    this.blocks = [...blocks];
    return this;
  }

  /** Records a truncation. `firstLine` is the number of the first line shown, for a head. */
  truncation(
    result: TruncationResult,
    { direction, firstLine = 1, artifactId }: { direction: "head" | "tail"; firstLine?: number; artifactId?: string },
  ): this {
    if (!result.truncated || result.truncatedBy === null) return this;
    const { truncatedBy, totalLines, totalBytes, outputLines, maxBytes } = result;
    const start = direction === "head" ? firstLine : totalLines - outputLines + 1;
    const shownRange = { start, end: start + outputLines - 1 };
    const artifact = artifactId === undefined ? {} : { artifactId };
    return this.add({
      truncation: { direction, truncatedBy, totalLines, totalBytes, shownRange, maxBytes, ...artifact },
    });
  }

  limits(limits: LimitsMeta): this {
    return this.add({ limits: { ...this.meta.limits, ...limits } });
  }

  source(type: "path" | "url" | "internal", value: string): this {
    return this.add({ source: { type, value } });
  }

  diagnostics(messages: readonly string[]): this {
    return messages.length === 0 ? this : this.add({ diagnostics: messages });
  }

  done(): AgentToolResult<(TDetails & { meta?: OutputMeta }) | undefined> {
    const set = Object.entries(this.details ?? {}).filter(([, value]) => value !== undefined);
    const meta = Object.keys(this.meta).length > 0 ? { meta: this.meta } : {};
    const details = { ...Object.fromEntries(set), ...meta };
    const isEmpty = Object.keys(details).length === 0;
    return { content: this.blocks, details: isEmpty ? undefined : (details as TDetails & { meta?: OutputMeta }) };
  }

  private add(meta: OutputMeta): this {
    this.meta = { ...this.meta, ...meta };
    return this;
  }
}

export function toolResult<TDetails extends object>(details?: TDetails): ToolResultBuilder<TDetails> {
  return new ToolResultBuilder(details);
}

const wrapped = new WeakSet<object>();

/** Wraps a tool so that its text ends with a notice about its `details.meta`. A tool that is already wrapped is returned unchanged. */
export function withMetaNotice(tool: AgentTool): AgentTool {
  if (wrapped.has(tool)) return tool;
  const noticing: AgentTool = {
    ...tool,
    execute: async (id, params, signal, onUpdate) => appendNotice(await tool.execute(id, params, signal, onUpdate)),
  };
  wrapped.add(noticing);
  return noticing;
}

function appendNotice(result: AgentToolResult): AgentToolResult {
  const { meta } = (result.details ?? {}) as { meta?: OutputMeta };
  const notice = meta ? formatOutputNotice(meta) : "";
  if (notice === "") return result;
  const last = result.content.findLastIndex(({ type }) => type === "text");
  if (last === -1) return { ...result, content: [...result.content, { type: "text", text: notice }] };
  const content = result.content.map((block, index) =>
    index === last && block.type === "text" ? { ...block, text: `${block.text}\n\n${notice}` } : block,
  );
  return { ...result, content };
}
