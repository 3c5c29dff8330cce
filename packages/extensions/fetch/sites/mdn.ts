import { htmlToMarkdown } from "../html/html-to-markdown.ts";
import { bodyOf, parseHtml } from "../html/parse-html.ts";
import { facts, fields, paragraphs, type Site } from "./site.ts";

/** Pages of MDN Web Docs, from the JSON beside each of them. */
export const mdn: Site = {
  name: "mdn",
  match({ hostname, pathname, origin, href }) {
    if (hostname !== "developer.mozilla.org" || !/^\/[\w-]+\/docs\/.+/.test(pathname)) return undefined;
    const path = pathname.replace(/\/$/, "");
    return {
      url: `${origin}${path}/index.json`,
      accept: "application/json",
      render: (body) => render(JSON.parse(body), href),
    };
  },
};

function render(body: unknown, url: string): string | undefined {
  const document = fields(body).at("doc");
  const sections = document.list("body").map((section) => {
    const value = section.at("value");
    const title = value.text("title");
    const level = value.text("isH3") === "true" ? "###" : "##";
    const content = value.text("content");
    const text = content === "" ? "" : htmlToMarkdown(bodyOf(parseHtml(content)), url);
    return text === "" ? "" : paragraphs(title === "" ? "" : `${level} ${title}`, text);
  });
  if (document.text("title") === "" || sections.every((section) => section === "")) return undefined;
  const baseline = document.at("baseline").text("baseline");
  return paragraphs(
    `# ${document.text("title")}`,
    facts({ Modified: document.text("modified"), Baseline: baseline }),
    ...sections,
  );
}
