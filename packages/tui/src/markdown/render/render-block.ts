import { wrapTextWithAnsi } from "../../text/index.ts";
import { type ContainerFrame, itemFrame, quoteFrame } from "../growing/container-frame.ts";
import { isFollowedByBlank } from "../growing/split-list.ts";
import type { Style } from "../markdown-theme.ts";
import type { BlockToken, ListToken } from "../parse/tokens.ts";
import { renderCode } from "./render-code.ts";
import type { RenderContext } from "./render-context.ts";
import { renderInline } from "./render-inline.ts";
import { renderSource } from "./render-source.ts";
import { renderTable } from "./render-table.ts";

const MAX_RULE_WIDTH = 80;

/** Returns the lines of one block, none wider than `width`. */
export function renderBlock(token: BlockToken, width: number, context: RenderContext, style: Style): string[] {
  switch (token.type) {
    case "heading":
      return renderHeading(token, width, context, style);
    case "paragraph":
      return wrapTextWithAnsi(renderInline(token.tokens, context, style), width);
    case "code":
      return renderCode(token.text, token.lang, width, context);
    case "list":
      return renderList(token, width, context, style);
    case "blockquote":
      return renderQuote(token.tokens, width, context, style);
    case "table":
      return renderTable(token, width, context, style);
    case "hr":
      return [context.theme.hr("─".repeat(Math.min(width, MAX_RULE_WIDTH)))];
    case "space":
    case "definition":
      return [];
    case "html":
      return renderSource(token.raw.trimEnd(), width, style);
  }
}

/** Draws blocks below each other, with a blank line between blocks that are separated. */
function renderBlocks(tokens: readonly BlockToken[], width: number, context: RenderContext, style: Style): string[] {
  const lines: string[] = [];
  let isSpaced = false;
  for (const token of tokens) {
    if (token.type === "space") {
      isSpaced = true;
      continue;
    }
    const rendered = renderBlock(token, width, context, style);
    if (isSpaced && lines.length > 0 && rendered.length > 0) lines.push("");
    for (const line of rendered) lines.push(line);
    isSpaced = false;
  }
  return lines;
}

type HeadingToken = Extract<BlockToken, { type: "heading" }>;

function renderHeading(token: HeadingToken, width: number, context: RenderContext, style: Style): string[] {
  const { theme } = context;
  const look: Style =
    token.depth === 1
      ? (text) => theme.heading(theme.bold(theme.underline(text)))
      : (text) => theme.heading(theme.bold(text));
  const marks = token.depth > 2 ? look(`${"#".repeat(token.depth)} `) : "";
  return wrapTextWithAnsi(marks + renderInline(token.tokens, context, (text) => style(look(text))), width);
}

function renderQuote(tokens: readonly BlockToken[], width: number, context: RenderContext, style: Style): string[] {
  return renderInside(tokens, quoteFrame(width, context, style), context);
}

function renderList(token: ListToken, width: number, context: RenderContext, style: Style): string[] {
  const lines: string[] = [];
  for (const [index, item] of token.items.entries()) {
    // Blank lines between items are kept per item, as in the source, so a streaming list never changes the lines above.
    if (index > 0 && isFollowedByBlank(token.items[index - 1]?.raw ?? "")) lines.push("");
    const frame = itemFrame(token, index, width, context, style);
    const rendered = renderInside(item.tokens, frame, context);
    if (rendered.length === 0) lines.push(frame.finish("", "first"));
    for (const line of rendered) lines.push(line);
  }
  return lines;
}

function renderInside(tokens: readonly BlockToken[], frame: ContainerFrame, context: RenderContext): string[] {
  const lines = renderBlocks(tokens, frame.room, context, frame.style);
  return lines.map((line, index) => frame.finish(line, index === 0 ? "first" : "other"));
}
