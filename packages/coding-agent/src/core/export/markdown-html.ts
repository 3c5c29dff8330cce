import {
  type BlockToken,
  drawMermaid,
  type InlineToken,
  type ListItem,
  parseMarkdown,
  type TableToken,
} from "@tau/tui";
import { languageNamed } from "../highlight/index.ts";
import { escapeHtml } from "./escape-html.ts";
import { CodePainter } from "./page/code-html.ts";

/** The widest diagram that the page shows without scrolling. */
const DIAGRAM_COLUMNS = 100;

/**
 * Converts Markdown to HTML with the parser that the screen uses. Every character of the text is escaped, so that none
 * can become a tag.
 */
export function markdownToHtml(text: string, painter: CodePainter = new CodePainter()): string {
  return new MarkdownPage(painter).blocks(parseMarkdown(text));
}

/** Returns the languages named by the code fences of a text, so that they can be loaded before it is shown. */
export function fencedLanguages(text: string): string[] {
  return [...text.matchAll(/^[ >\t]*(?:`{3,}|~{3,})[ \t]*([\w+#.-]{1,40})/gm)].flatMap(
    ([, name = ""]) => languageNamed(name) ?? [],
  );
}

class MarkdownPage {
  private readonly painter: CodePainter;
  /** Level of the last heading. A heading is at most one level deeper than the one before it. */
  private level = 1;

  constructor(painter: CodePainter) {
    this.painter = painter;
  }

  blocks(tokens: readonly BlockToken[]): string {
    return tokens
      .map((token) => this.block(token))
      .filter((html) => html !== "")
      .join("\n");
  }

  private block(token: BlockToken): string {
    switch (token.type) {
      case "heading":
        return this.heading(token.depth, token.tokens);
      case "paragraph":
        return `<p>${inline(token.tokens)}</p>`;
      case "code":
        return this.code(token.text, token.lang);
      case "blockquote":
        return `<blockquote>${this.blocks(token.tokens)}</blockquote>`;
      case "list":
        return this.list(token);
      case "table":
        return table(token);
      case "hr":
        return "<hr>";
      case "html":
        return `<p>${escapeHtml(token.raw.trimEnd())}</p>`;
      case "space":
      case "definition":
        return "";
    }
  }

  /** Renders a heading one level lower, because the page has a title of its own. */
  private heading(depth: number, tokens: readonly InlineToken[]): string {
    this.level = Math.min(6, depth + 1, this.level + 1);
    return `<h${this.level}>${inline(tokens)}</h${this.level}>`;
  }

  private code(code: string, lang: string): string {
    const diagram = lang === "mermaid" ? drawMermaid(code, DIAGRAM_COLUMNS) : undefined;
    if (diagram) return scrolling(`<pre class="diagram">${escapeHtml(diagram.join("\n"))}</pre>`, "Diagram");
    const label = lang === "" ? "" : ` data-language="${escapeHtml(lang)}"`;
    return `<pre${label}><code>${this.painter.text(code, languageNamed(lang))}</code></pre>`;
  }

  private list({ ordered, start, items }: Extract<BlockToken, { type: "list" }>): string {
    const tag = ordered ? "ol" : "ul";
    const first = ordered && start !== 1 ? ` start="${start}"` : "";
    return `<${tag}${first}>${items.map((item) => this.item(item)).join("")}</${tag}>`;
  }

  private item({ checked, tokens }: ListItem): string {
    const body = this.blocks(tokens);
    if (checked === undefined) return `<li>${body}</li>`;
    const box = `<span role="img" aria-label="${checked ? "Done" : "Open"}">${checked ? "☑" : "☐"}</span> `;
    const isText = body.startsWith("<p>");
    return `<li class="task">${isText ? `<p>${box}${body.slice("<p>".length)}` : box + body}</li>`;
  }
}

/** Wraps content that may be wider than the page in its own scroll area, which the keyboard can scroll too. */
function scrolling(html: string, label: string): string {
  return `<div class="wide" role="group" aria-label="${label}" tabindex="0">${html}</div>`;
}

function table({ align, header, rows }: TableToken): string {
  const cell = (tag: string, tokens: readonly InlineToken[], column: number) => {
    const side = align[column] === undefined ? "" : ` class="${align[column]}"`;
    // An empty header cell would name no column.
    const name = tag === "th" && tokens.length === 0 ? "td" : tag;
    return `<${name}${side}>${inline(tokens)}</${name}>`;
  };
  const row = (tag: string, cells: TableToken["header"]) =>
    `<tr>${cells.map((tokens, column) => cell(tag, tokens, column)).join("")}</tr>`;
  return scrolling(`<table>${row("th", header)}${rows.map((cells) => row("td", cells)).join("")}</table>`, "Table");
}

function inline(tokens: readonly InlineToken[]): string {
  return tokens.map(inlineToken).join("");
}

function inlineToken(token: InlineToken): string {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return `<${token.type}>${inline(token.tokens)}</${token.type}>`;
    case "codespan":
      return `<code>${escapeHtml(token.text)}</code>`;
    case "link":
      return link(token.href, token.tokens.length > 0 ? inline(token.tokens) : escapeHtml(token.text), token.text);
    case "latex":
      return `<span class="math">${escapeHtml(token.text)}</span>`;
    case "break":
      return "<br>";
    case "text":
      return withEntities(escapeHtml(token.text));
    case "escape":
    case "html":
      return escapeHtml(token.text);
  }
}

/** Renders a link for web and mail addresses. Any other target is shown as text. */
function link(href: string, label: string, text: string): string {
  if (/^(?:https?:\/\/|mailto:)/i.test(href))
    return `<a href="${escapeHtml(href)}" target="_blank" rel="noreferrer noopener">${label}</a>`;
  return text === href ? label : `${label} <code>${escapeHtml(href)}</code>`;
}

/** Restores the entities that the screen understands. */
function withEntities(html: string): string {
  return html.replace(/&#38;(lt|gt|amp|quot|nbsp|#39);/g, "&$1;");
}
