import type { ExtensionAPI, ExtensionUrlCall, Github, ServiceKey, ToolUrl, UrlContent } from "@tau/coding-agent";
import { pageConverter } from "./convert-page.ts";
import { type Page, pageText } from "./page.ts";
import { PageCache } from "./page-cache.ts";
import type { ConvertPage } from "./page-tasks.ts";
import { type PageContent, readPage } from "./read-page.ts";
import { fetchSettings } from "./settings.ts";
import { SITES } from "./sites/index.ts";

export default function (pi: ExtensionAPI): void {
  const cache = new PageCache();
  const convert = pageConverter(pi.assets);
  const read = async ({ href }: ToolUrl, call: ExtensionUrlCall): Promise<UrlContent> =>
    contentOf(await readCached({ pi, cache, convert }, href, call));
  // Other extensions, such as the browser, read pages that they have loaded themselves.
  pi.services.provide("html-reader", {
    toMarkdown: async (html: string, url: string) => (await convert({ kind: "html", text: html, url })).markdown,
  });
  for (const scheme of ["http", "https"]) pi.urls.register({ scheme, description: "Pages of the web", read });
}

interface Reader {
  readonly pi: ExtensionAPI;
  readonly cache: PageCache;
  readonly convert: ConvertPage;
}

/** Reads a page from the cache while it is fresh; afterwards asks the server whether it has changed. */
async function readCached(
  { pi, cache, convert }: Reader,
  address: string,
  call: ExtensionUrlCall,
): Promise<PageContent> {
  const url = URL.parse(address);
  if (!url) throw new Error(`${address} is not a valid URL.`);
  const { signal, isRaw } = call;
  const key = isRaw ? `${url.href}:raw` : url.href;
  const known = cache.get(key);
  if (known && cache.isFresh(known)) return known.content;
  const settings = fetchSettings(pi.getSettings());
  const usesSites = settings.sites && !isRaw;
  const signedIn = usesSites ? await readWithGithub(pi, url, call) : undefined;
  if (signedIn) {
    cache.set(key, signedIn, { headers: {} });
    return signedIn;
  }
  const sent = { ...known?.conditions, ...(isRaw && { accept: "*/*" }) };
  const options = { http: pi.http, settings, signal, isRaw, headers: sent, convert };
  const { content, headers } = await readPage(url.href, options, usesSites ? SITES : []).catch(explain);
  if (content) cache.set(key, content, { headers });
  else cache.refresh(key);
  const current = content ?? known?.content;
  if (!current) throw new Error(`${url.href} answered HTTP 304 to a request without conditions.`);
  return current;
}

const GITHUB = "github" as ServiceKey<Github>;

/** Reads an issue or a pull request with the user's credentials for GitHub, if the battery for that is on and signed in. */
async function readWithGithub(
  pi: ExtensionAPI,
  url: URL,
  { ctx, signal }: ExtensionUrlCall,
): Promise<Page | undefined> {
  const isItem =
    /^(?:www\.)?github\.|\.ghe\.com$/.test(url.hostname) && /\/(?:issues|pull)\/\d+\/?$/.test(url.pathname);
  if (!isItem || !pi.services.has(GITHUB)) return undefined;
  const text = await (await pi.services.use(GITHUB)).page(url, ctx, signal);
  return text === undefined
    ? undefined
    : { url: url.href, contentType: "text/markdown", method: "github, signed in", text };
}

function contentOf(content: PageContent): UrlContent {
  if ("bytes" in content) return content;
  return { text: pageText(content), contentType: "text/markdown" };
}

/** Adds what the user can do to a refusal. */
function explain(error: unknown): never {
  if (error instanceof Error && "code" in error && error.code === "private-address")
    throw new Error(`${error.message} The user can allow the host in the setting fetch.privateHosts.`, {
      cause: error,
    });
  throw error;
}
