import { type ReadHtml, readHtml } from "./html/read-html.ts";
import { readFeed } from "./read-feed.ts";
import { SITES } from "./sites/index.ts";
import type { SiteRequest } from "./sites/site.ts";

/** What a text is made of, by the kind of text. */
export interface PageResults {
  readonly html: ReadHtml;
  readonly feed: string;
  /** Absent if the answer is of another form than expected. */
  readonly site: string | undefined;
}

/** A text to convert. It can be sent to a worker. */
export interface PageTask<Kind extends keyof PageResults = keyof PageResults> {
  readonly kind: Kind;
  readonly text: string;
  /** The address of the page. */
  readonly url: string;
  /** The address of the site's API that answered with the text. */
  readonly api?: string;
}

/** Converts a text. */
export type ConvertPage = <Kind extends keyof PageResults>(
  task: PageTask<Kind>,
  signal?: AbortSignal,
) => Promise<PageResults[Kind]>;

/** Converts a text in this thread, which takes up to seconds for a megabyte. */
export function convertHere<Kind extends keyof PageResults>(task: PageTask<Kind>): PageResults[Kind] {
  return converters[task.kind](task);
}

const converters: { readonly [Kind in keyof PageResults]: (task: PageTask) => PageResults[Kind] } = {
  html: ({ text, url }) => readHtml(text, url),
  feed: ({ text, url }) => readFeed(text, url),
  site: ({ text, url, api }) => rendered(requestTo(api, new URL(url)), text),
};

function requestTo(api: string | undefined, page: URL): SiteRequest | undefined {
  for (const { match } of SITES)
    for (let request = match(page); request; request = request.otherwise) if (request.url === api) return request;
  return undefined;
}

/** An API may change or refuse; the page itself is then read. */
export function rendered(request: SiteRequest | undefined, body: string): string | undefined {
  try {
    return request?.render(body)?.trim();
  } catch {
    return undefined;
  }
}
