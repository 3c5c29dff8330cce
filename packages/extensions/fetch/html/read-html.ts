import { Readability } from "@mozilla/readability";
import { htmlToMarkdown } from "./html-to-markdown.ts";
import { bodyOf, type HtmlDocument, parseHtml } from "./parse-html.ts";
import { replaceBetween } from "./replace-between.ts";

export interface ReadHtml {
  readonly title: string;
  readonly markdown: string;
  /** `article` without the boilerplate around it, `page` if there is no article, `text` if the page cannot be parsed. */
  readonly method: "article" | "page" | "text";
  /** The same page as Markdown, by `link rel=alternate`. */
  readonly alternate?: string;
  readonly feed?: string;
  readonly isSignIn: boolean;
}

/** Longer pages are cut before they are parsed, so that reading one never blocks the program for long. */
const MAX_CHARACTERS = 1_500_000;
/** A page with more elements, or nested deeper, is only stripped of its tags. */
const MAX_ELEMENTS = 60_000;
const MAX_DEPTH = 300;
/** Looking for an article takes time in proportion to the elements, and to the product of length and depth. */
const MAX_ARTICLE_ELEMENTS = 10_000;
const MAX_ARTICLE_WORK = 12_000_000;
/** An article shorter than this part of the page is a wrong guess. */
const LEAST_PART = 0.25;
/** A main part with less text is probably not where the text is. */
const LEAST_MAIN = 200;

/** Reads a page: its article if it has one, else everything but navigation. Never throws. */
export function readHtml(html: string, url: string): ReadHtml {
  const source = html.slice(0, MAX_CHARACTERS);
  const { elements, depth } = shapeOf(source);
  if (elements > MAX_ELEMENTS || depth > MAX_DEPTH) return asText(source);
  const hasArticle = elements <= MAX_ARTICLE_ELEMENTS && depth * source.length <= MAX_ARTICLE_WORK;
  try {
    const document = parseHtml(source);
    const facts = factsOf(document, url);
    const title = (document.title ?? "").replace(/\s+/g, " ").trim();
    const page = wholePage(source, url);
    const article = hasArticle ? articleOf(document, url) : undefined;
    const isArticle = article !== undefined && article.markdown.length >= page.length * LEAST_PART;
    return {
      ...facts,
      title: title || (article?.title ?? ""),
      markdown: isArticle ? article.markdown : page,
      method: isArticle ? "article" : "page",
    };
  } catch {
    // The parser is not ours, and pages are arbitrary: their text is better than nothing.
    return asText(source);
  }
}

function factsOf(document: HtmlDocument, url: string): Pick<ReadHtml, "alternate" | "feed" | "isSignIn"> {
  const linked = (type: string) => {
    const href = document.querySelector(`link[rel~="alternate"][type="${type}"]`)?.getAttribute?.("href");
    const target = href ? URL.parse(href, url) : undefined;
    return target && target.origin === new URL(url).origin ? target.href : undefined;
  };
  const alternate = linked("text/markdown");
  const feed = linked("application/rss+xml") ?? linked("application/atom+xml");
  const isSignIn = document.querySelector('input[type="password"]') !== null;
  return { isSignIn, ...(alternate && { alternate }), ...(feed && { feed }) };
}

/** Returns the article without what is around it. Pages of an unusual form have none. */
function articleOf(document: HtmlDocument, url: string): { title: string; markdown: string } | undefined {
  try {
    keepMain(document);
    const options = { charThreshold: 200, keepClasses: true };
    const article = new Readability(document as unknown as Document, options).parse();
    if (!article?.content) return undefined;
    return { title: article.title ?? "", markdown: htmlToMarkdown(bodyOf(parseHtml(article.content)), url) };
  } catch {
    return undefined;
  }
}

/** Drops what is around the main part that a page names, such as dialogs that are hidden until a key is pressed. */
function keepMain(document: HtmlDocument): void {
  const [main, ...others] = document.querySelectorAll("main, [role=main]");
  if (main && others.length === 0 && (main.textContent ?? "").length >= LEAST_MAIN)
    document.querySelector("body")?.replaceChildren?.(main);
}

/** Parses anew, because looking for an article changes the document. */
function wholePage(source: string, url: string): string {
  const document = parseHtml(source);
  for (const each of document.querySelectorAll("nav, footer, [role=navigation], [role=search]")) each.remove?.();
  const main = document.querySelector("main, [role=main]");
  const markdown = main ? htmlToMarkdown(main, url) : "";
  return markdown.length > LEAST_MAIN ? markdown : htmlToMarkdown(bodyOf(document), url);
}

const UNNESTED =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|tr|td|th|option)$/i;

/** Counts elements and how deep they are nested, by their tags. Elements that need no end tag do not count as nested. */
function shapeOf(source: string): { elements: number; depth: number } {
  let [elements, depth, deepest] = [0, 0, 0];
  for (const [, end, name = "", isEmpty] of source.matchAll(/<(\/?)([a-z][a-z0-9-]*)[^<>]*?(\/?)>/gi)) {
    if (end === "") elements++;
    if (UNNESTED.test(name) || isEmpty === "/") continue;
    depth = end === "" ? depth + 1 : Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return { elements, depth: deepest };
}

function asText(source: string): ReadHtml {
  const shown = ["script", "style"].reduce(
    (text, name) => replaceBetween(text, `<${name}`, `</${name}>`, () => " "),
    source,
  );
  const lines = shown
    .replace(/<[^<>]*>/g, " ")
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim());
  const markdown = lines.filter((line) => line !== "").join("\n");
  return { title: /<title[^>]*>([^<]*)/i.exec(source)?.[1]?.trim() ?? "", markdown, method: "text", isSignIn: false };
}
