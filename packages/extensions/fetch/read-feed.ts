import { htmlToMarkdown } from "./html/html-to-markdown.ts";
import { bodyOf, type HtmlNode, parseHtml } from "./html/parse-html.ts";
import { replaceBetween } from "./html/replace-between.ts";

const MAX_ITEMS = 30;
const MAX_SUMMARY = 400;

export function isFeed(text: string): boolean {
  const head = text.slice(0, 4096);
  return /^\s*<(?:[?!]|rss|feed|rdf:RDF)/i.test(head) && /<(?:rss|feed|rdf:RDF)[\s>]/.test(head);
}

/** Returns the entries of an RSS or Atom feed as a list. Entities of a document type are not expanded. */
export function readFeed(text: string, url: string): string {
  // A parser of HTML takes <link> for an element without content and hides CDATA, so both are rewritten first.
  const plain = replaceBetween(text, "<![CDATA[", "]]>", escapeHtml)
    .replace(/<!DOCTYPE[^[>]*(?:\[.*?\])?\s*>/is, "")
    .replace(/<(\/?)(link|title|summary|content|description|published|updated|pubDate|entry|item)\b/gi, "<$1feed-$2");
  const root = parseHtml(`<body>${plain}</body>`);
  const items = [...root.querySelectorAll("feed-item, feed-entry")];
  const listed = items.slice(0, MAX_ITEMS).map((item) => itemOf(item, url));
  const more = items.length > MAX_ITEMS ? [`… ${items.length - MAX_ITEMS} more entries`] : [];
  const title = textOf(root, "feed-title");
  return [...(title === "" ? [] : [`# ${title}`]), ...listed, ...more].join("\n\n");
}

function itemOf(item: HtmlNode, url: string): string {
  const link = item.querySelector?.("feed-link");
  const target = URL.parse((link?.getAttribute?.("href") ?? link?.textContent ?? "").trim(), url)?.href ?? "";
  const date = ["feed-published", "feed-pubdate", "feed-updated"].map((name) => textOf(item, name)).find(Boolean) ?? "";
  const html =
    ["feed-summary", "feed-description", "feed-content"].map((name) => textOf(item, name)).find(Boolean) ?? "";
  const summary = html === "" ? "" : htmlToMarkdown(bodyOf(parseHtml(html)), url).replace(/\s+/g, " ");
  return [
    `## ${textOf(item, "feed-title") || target}`,
    [target, date].filter(Boolean).join(" · "),
    summary.length > MAX_SUMMARY ? `${summary.slice(0, MAX_SUMMARY)}…` : summary,
  ]
    .filter(Boolean)
    .join("\n");
}

function textOf(node: HtmlNode, selector: string): string {
  return (node.querySelector?.(selector)?.textContent ?? "").trim();
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
