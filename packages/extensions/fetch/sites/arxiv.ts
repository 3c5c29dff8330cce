import { parseHtml } from "../html/parse-html.ts";
import { facts, paragraphs, type Site } from "./site.ts";

/** Papers of arXiv: what they are about, from the export API. */
export const arxiv: Site = {
  name: "arxiv",
  match({ hostname, pathname }) {
    const id = /^\/abs\/((?:[\w.-]+\/)?[\d.]+(?:v\d+)?)\/?$/.exec(pathname)?.[1];
    if (!/^(?:www\.)?arxiv\.org$/.test(hostname) || id === undefined) return undefined;
    return { url: `https://export.arxiv.org/api/query?id_list=${id}`, accept: "application/atom+xml", render };
  },
};

function render(body: string): string | undefined {
  const renamed = body.replace(/<(\/?)(title|summary|link)\b/g, "<$1x-$2");
  const entry = parseHtml(`<body>${renamed}</body>`).querySelector("entry");
  const text = (selector: string) => (entry?.querySelector?.(selector)?.textContent ?? "").replace(/\s+/g, " ").trim();
  if (text("x-title") === "") return undefined;
  const authors = [...(entry?.querySelectorAll?.("author name") ?? [])].map((name) => name.textContent?.trim() ?? "");
  const links = [...(entry?.querySelectorAll?.("x-link") ?? [])];
  const pdf = links.find((link) => link.getAttribute?.("type") === "application/pdf")?.getAttribute?.("href") ?? "";
  const known = facts({
    Authors: authors.join(", "),
    Published: text("published"),
    Updated: text("updated"),
    PDF: pdf,
  });
  return paragraphs(`# ${text("x-title")}`, known, text("x-summary"));
}
