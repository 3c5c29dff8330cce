import { cleanText } from "./clean-text.ts";
import { decodeText } from "./decode-text.ts";
import { type Download, type DownloadOptions, download } from "./download.ts";
import type { ReadHtml } from "./html/read-html.ts";
import type { Page } from "./page.ts";
import { type ConvertPage, rendered } from "./page-tasks.ts";
import { isFeed } from "./read-feed.ts";
import { SITES } from "./sites/index.ts";
import type { Site, SiteRequest } from "./sites/site.ts";

export interface ReadOptions extends DownloadOptions {
  readonly convert: ConvertPage;
}

/** A page, or bytes for a reader of their type. */
export type PageContent = Page | { readonly bytes: Uint8Array; readonly contentType: string };

/** A page with less text is probably made by a script in the browser. */
const THIN = 200;
/** A page of scripts with less text says nothing by itself. */
const EMPTY = 40;
/** In the title or the path of a page whose purpose is a sign-in. */
const SIGN_IN = /\b(?:sign|log)[ _-]?(?:in|on)\b|\/(?:auth|sso|session)\b/i;
const MAX_SAID = 600;
/** Where a page says that it leads elsewhere. */
const MAX_HEAD = 20_000;
/** A longer page of a site is read as any other, because that is bounded. */
const MAX_SITE_BYTES = 3 * 1024 * 1024;

export interface ReadPage {
  /** Absent if the server says that nothing has changed, by the conditions in the request's headers. */
  readonly content?: PageContent;
  readonly headers: Download["headers"];
}

/**
 * Reads a URL: through the API of a well-known site if it is of one, else as what the server sends. Rejects with a sentence for the model
 * if there is nothing to read.
 */
export async function readPage(address: string, options: ReadOptions, sites: readonly Site[]): Promise<ReadPage> {
  const shown = await readSite(address, options, sites);
  if (shown) return shown;
  const got = await download(address, options);
  if (got.status === NOT_MODIFIED) return { headers: got.headers };
  const { headers: _conditions, ...further } = options;
  return { content: await contentOf(got, further), headers: got.headers };
}

const NOT_MODIFIED = 304;

async function readSite(address: string, options: ReadOptions, sites: readonly Site[]): Promise<ReadPage | undefined> {
  const url = new URL(address);
  for (const site of sites)
    for (let request = site.match(url); request; request = request.otherwise) {
      const shown = await readRequest(request, { site, url }, options);
      if (!shown) continue;
      const { text, contentType, headers } = shown;
      return { ...(text && { content: { url: address, contentType, method: site.name, text } }), headers };
    }
  return undefined;
}

/** Resolves to `undefined` if the answer is not readable, and to no text if nothing has changed. */
async function readRequest(
  request: SiteRequest,
  { site, url: page }: { readonly site: Site; readonly url: URL },
  options: ReadOptions,
) {
  const { url, accept } = request;
  const asked = { ...options, headers: { ...options.headers, ...(accept && { accept }) } };
  const got = await download(url, asked).catch((error: unknown) => {
    options.signal?.throwIfAborted();
    if (new URL(url).host === page.host) throw error;
    // The site itself may be there although its API is not.
    return undefined;
  });
  if (!got) return undefined;
  const { headers } = got;
  const contentType = typeOf(got);
  if (got.status === NOT_MODIFIED) return { headers, contentType };
  const isReadable = got.status === 200 && got.bytes.length <= MAX_SITE_BYTES && !isBinary(got.bytes);
  if (!isReadable) return undefined;
  const body = textOf(got).text;
  const text = SITES.includes(site)
    ? await options.convert({ kind: "site", text: body, url: page.href, api: url }, options.signal)
    : rendered(request, body);
  return text ? { text, headers, contentType } : undefined;
}

async function contentOf(got: Download, options: ReadOptions): Promise<PageContent> {
  const { url, status, elsewhere, bytes } = got;
  const contentType = typeOf(got);
  if (elsewhere !== undefined)
    return {
      ...{ url, contentType, method: "redirect" },
      text: `This address redirects to another host:\n\n${elsewhere}\n\nRead that URL if it is wanted.`,
    };
  const isOk = status >= 200 && status < 300;
  if (isTextType(contentType) || (contentType === "" && !isBinary(bytes)))
    return await textContent(got, contentType, { ...options, isOk });
  if (!isOk) throw refusal(got, "");
  return { bytes, contentType };
}

async function textContent(
  got: Download,
  contentType: string,
  { isOk, ...options }: ReadOptions & { isOk: boolean },
): Promise<Page> {
  const { url } = got;
  const { text, note } = textOf(got);
  const isPage = isHtml(contentType, text);
  if (!isOk) throw refusal(got, isPage ? await options.convert({ kind: "html", text, url }, options.signal) : text);
  const page = await renderedPage(text, { contentType, url, isPage, options });
  const notes = [
    ...(page.notes ?? []),
    ...(note ? [note] : []),
    ...(got.isCut ? ["The server sends more than 8 MiB; this is the beginning."] : []),
  ];
  return { url, contentType, ...page, notes };
}

async function renderedPage(
  text: string,
  about: { contentType: string; url: string; isPage: boolean; options: ReadOptions },
): Promise<Rendered> {
  const { contentType, url, isPage, options } = about;
  if (options.isRaw) return { method: "raw", text };
  return isPage ? await htmlPage(text, url, options) : await textPage(text, contentType, url, options);
}

function refusal({ url, status, headers }: Download, said: ReadHtml | string): Error {
  const text = typeof said === "string" ? said : said.markdown;
  const needsSignIn = status === 401 || status === 407 || (typeof said !== "string" && said.isSignIn);
  const hint = needsSignIn ? " It needs a sign-in, which read does not have." : "";
  const excerpt = text.trim() === "" ? "" : `\n\n${text.trim().slice(0, MAX_SAID)}`;
  return new Error(cleanText(`${url} answered HTTP ${status}.${hint}${waiting(headers)}${excerpt}`));
}

/** When the server wants to be asked again: in seconds, or at a date. */
function waiting({ "retry-after": after = "" }: Download["headers"]): string {
  if (/^\d{1,6}$/.test(after)) return ` It can be asked again in ${after} s.`;
  const date = after === "" ? Number.NaN : Date.parse(after);
  return Number.isNaN(date) ? "" : ` It can be asked again at ${new Date(date).toISOString()}.`;
}

type Rendered = Pick<Page, "method" | "text" | "notes"> & { readonly url?: string };

async function textPage(text: string, contentType: string, url: string, options: ReadOptions): Promise<Rendered> {
  if (isFeed(text)) return { method: "feed", text: await options.convert({ kind: "feed", text, url }, options.signal) };
  if (/\bjson\b/.test(contentType)) {
    try {
      return { method: "json", text: JSON.stringify(JSON.parse(text), null, 2) };
    } catch {
      return { method: "text", text, notes: ["The server calls this JSON, but it is not valid."] };
    }
  }
  return { method: /markdown/.test(contentType) ? "markdown" : "text", text };
}

async function htmlPage(html: string, url: string, options: ReadOptions): Promise<Rendered> {
  const read = await options.convert({ kind: "html", text: html, url }, options.signal);
  const { title, markdown, alternate, feed } = read;
  const own = {
    method: `html (${read.method})`,
    text: title && !markdown.startsWith("# ") ? `# ${title}\n\n${markdown}` : markdown,
  };
  if (alternate !== undefined) {
    const found = await markdownAt(alternate, options);
    if (found !== undefined) return { method: "markdown (alternate)", text: found, url: alternate };
  }
  if (isSignInPage(read, url))
    return {
      ...own,
      notes: ["This is a sign-in page: the content behind it needs an account, which read does not have."],
    };
  if (markdown.length >= THIN) return { ...own, notes: feed ? [`Feed: ${feed}`] : [] };
  const onward = refreshTarget(html, url);
  if (onward !== undefined)
    return { ...own, notes: [`The page leads to ${onward} at once. Read that URL if it is wanted.`] };
  const isScripted = /<script\b/i.test(html);
  const isEmpty = isScripted && markdown.trim().length < EMPTY;
  for (const [name, address, notes] of alternatives(url, isEmpty)) {
    const found = await markdownAt(address, options);
    if (found !== undefined) return { method: `markdown (${name})`, text: found, url: address, notes };
  }
  return {
    ...own,
    notes: isScripted ? ["The page has little text: it is probably made by scripts, which are not run."] : [],
  };
}

/** A long page may have a field for a password beside its own text. */
function isSignInPage({ isSignIn, markdown, title }: ReadHtml, url: string): boolean {
  return isSignIn && (markdown.length < THIN || SIGN_IN.test(title) || SIGN_IN.test(new URL(url).pathname));
}

/** Where documentation sites keep pages for models. */
function alternatives(url: string, isEmpty: boolean): [name: string, address: string, notes: readonly string[]][] {
  const { origin, pathname, href } = new URL(url);
  const overview = `${origin}/llms.txt`;
  if (pathname === "/") return [["llms.txt", overview, []]];
  const suffixed = `${href.replace(/[?#].*$/, "").replace(/\/$/, "")}.md`;
  const instead = `${url} has little text: this is the overview of its site instead.`;
  return [[".md", suffixed, []], ...(isEmpty ? [["llms.txt", overview, [instead]] as [string, string, string[]]] : [])];
}

/** Returns the address that a page without a text of its own leads to, by `<meta http-equiv="refresh">`. */
function refreshTarget(html: string, url: string): string | undefined {
  const tag = /<meta\b[^<>]*http-equiv=["']?refresh\b[^<>]*>/i.exec(html.slice(0, MAX_HEAD))?.[0] ?? "";
  const target = /\burl\s*=\s*['"]?([^'"<>\s]+)/i.exec(tag)?.[1];
  const address = target === undefined ? null : URL.parse(target.replaceAll("&amp;", "&"), url);
  return address && /^https?:$/.test(address.protocol) && address.href !== url ? address.href : undefined;
}

async function markdownAt(address: string, options: DownloadOptions): Promise<string | undefined> {
  const got = await download(address, options).catch(() => undefined);
  options.signal?.throwIfAborted();
  if (got?.status !== 200 || got.elsewhere !== undefined || isBinary(got.bytes)) return undefined;
  const { text } = textOf(got);
  return isHtml(typeOf(got), text) || text.trim() === "" ? undefined : text;
}

function typeOf({ headers }: Download): string {
  return (headers["content-type"] ?? "").split(";", 1).join("").trim().toLowerCase();
}

function textOf({ bytes, headers }: Download) {
  return decodeText(bytes, headers["content-type"] ?? "");
}

function isTextType(type: string): boolean {
  return /^text\/|\b(?:json|xml|javascript|ecmascript|yaml|toml|x-sh|x-ndjson|sql|graphql)\b|\+(?:json|xml|yaml)$/.test(
    type,
  );
}

function isHtml(type: string, text: string): boolean {
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(type)) return true;
  return type === "" && /^\s*<(?:!doctype html|html)\b/i.test(text.slice(0, 1000));
}

function isBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 8192);
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return !isWide && head.includes(0);
}
