import { htmlToMarkdown } from "../html/html-to-markdown.ts";
import { bodyOf, parseHtml } from "../html/parse-html.ts";
import { paragraphs, type Site } from "./site.ts";

/** Articles of Wikipedia in any language, from the REST API of the same host. */
export const wikipedia: Site = {
  name: "wikipedia",
  match({ hostname, pathname, origin, href }) {
    const title = /^\/wiki\/([^/:]+)$/.exec(pathname)?.[1];
    if (!/^[a-z-]+(?:\.m)?\.wikipedia\.org$/.test(hostname) || title === undefined) return undefined;
    const host = origin.replace(".m.", ".");
    return { url: `${host}/api/rest_v1/page/html/${title}`, accept: "text/html", render: (body) => render(body, href) };
  },
};

function render(body: string, url: string): string | undefined {
  const document = parseHtml(body);
  const clutter =
    ".navbox, .metadata, .mw-editsection, .noprint, .reference, .reflist, .mw-references-wrap, .sistersitebox, style";
  for (const each of document.querySelectorAll(clutter)) each.remove?.();
  const text = htmlToMarkdown(bodyOf(document), url);
  return text === "" ? undefined : paragraphs(`# ${document.title}`, text);
}
