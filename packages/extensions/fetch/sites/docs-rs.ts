import { htmlToMarkdown } from "../html/html-to-markdown.ts";
import { parseHtml } from "../html/parse-html.ts";
import type { Site } from "./site.ts";

/** Pages that rustdoc has made, on docs.rs and doc.rust-lang.org: the documentation without toolbars and source links. */
export const docsRs: Site = {
  name: "docs.rs",
  match(url) {
    if (!/^(?:docs\.rs|doc\.rust-lang\.org)$/.test(url.hostname)) return undefined;
    return { url: url.href, accept: "text/html", render: (body) => render(body, url.href) };
  },
};

function render(body: string, url: string): string | undefined {
  const content = parseHtml(body).querySelector("#main-content");
  if (!content) return undefined;
  const clutter =
    "rustdoc-toolbar, .out-of-band, .src, a.anchor, .doc-anchor, #copy-path, .collapse-toggle, summary.hideme";
  for (const each of content.querySelectorAll?.(clutter) ?? []) each.remove?.();
  // A version stands before the link to the source.
  return htmlToMarkdown(content, url).replace(/ ·$/gm, "");
}
