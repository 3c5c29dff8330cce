import { getCapabilities } from "../../images/index.ts";
import { hyperlink } from "../../text/index.ts";
import type { Style } from "../markdown-theme.ts";
import type { InlineToken } from "../parse/tokens.ts";
import type { RenderContext } from "./render-context.ts";

/**
 * Renders inline elements as styled text. Each run of text gets all surrounding styles separately, so that the end of an
 * inner style never ends an outer one.
 */
export function renderInline(tokens: readonly InlineToken[], context: RenderContext, style: Style): string {
  return tokens.map((token) => renderToken(token, context, style)).join("");
}

function renderToken(token: InlineToken, context: RenderContext, style: Style): string {
  const { theme } = context;
  switch (token.type) {
    case "strong":
      return renderInline(token.tokens, context, (text) => style(theme.bold(text)));
    case "em":
      return renderInline(token.tokens, context, (text) => style(theme.italic(text)));
    case "del":
      return renderInline(token.tokens, context, (text) => style(theme.strikethrough(text)));
    case "codespan":
      return eachLine(flowing(token.text, context), (text) => style(theme.code(text)));
    case "link":
      return renderLink(token.href, token.tokens, token.text, context, style);
    case "latex":
      return style(theme.italic(token.text));
    case "break":
      return "\n";
    case "escape":
      return eachLine(context.options.preserveBackslashEscapes ? token.raw : token.text, style);
    case "text":
      return eachLine(flowing(decodeEntities(token.text), context), style);
    case "html":
      return eachLine(flowing(token.text, context), style);
  }
}

function renderLink(
  href: string,
  tokens: readonly InlineToken[],
  text: string,
  context: RenderContext,
  style: Style,
): string {
  const { theme } = context;
  const linkStyle: Style = (part) => style(theme.link(theme.underline(part)));
  const label = tokens.length > 0 ? renderInline(tokens, context, linkStyle) : eachLine(text, linkStyle);
  const linked = getCapabilities().hyperlinks ? hyperlink(label, href) : label;
  // Without clickable links, the address is shown.
  if (linked !== label) return linked;
  const isPlain = text === href || href === `mailto:${text}`;
  return isPlain ? label : label + style(theme.linkUrl(` (${href})`));
}

function flowing(text: string, { options }: RenderContext): string {
  return options.joinLines ? text.replaceAll("\n", " ") : text;
}

/** Styles each line separately, because styles must not span lines. */
function eachLine(text: string, style: Style): string {
  if (!text.includes("\n")) return style(text);
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : style(line)))
    .join("\n");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": "\u00a0",
};

function decodeEntities(text: string): string {
  return text.includes("&")
    ? text.replace(/&(?:lt|gt|amp|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    : text;
}
