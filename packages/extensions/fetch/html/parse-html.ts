import { parseHTML } from "linkedom/worker";

/** The part of the DOM that is used here. Its objects come from a parser that is written in JavaScript. */
export interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<HtmlNode>;
  getAttribute?(name: string): string | null;
  querySelector?(selector: string): HtmlNode | null;
  querySelectorAll?(selector: string): Iterable<HtmlNode>;
  remove?(): void;
  replaceChildren?(...nodes: readonly HtmlNode[]): void;
}

export interface HtmlDocument extends HtmlNode {
  readonly documentElement: HtmlNode;
  readonly title: string;
  querySelector(selector: string): HtmlNode | null;
  querySelectorAll(selector: string): Iterable<HtmlNode>;
}

/** Parses a page. Scripts are not run and nothing is loaded. */
export function parseHtml(html: string): HtmlDocument {
  const hasRoot = /<html[\s>]/i.test(html);
  const { document } = parseHTML(hasRoot ? html : `<!doctype html><html><body>${html}</body></html>`);
  return document as unknown as HtmlDocument;
}

/** Returns the element that holds the content: the body, or the root of a page whose body has no tag. */
export function bodyOf(document: HtmlDocument): HtmlNode {
  const body = document.querySelector("body");
  return body?.textContent?.trim() ? body : document.documentElement;
}
