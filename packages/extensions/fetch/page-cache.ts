import type { Download } from "./download.ts";
import type { PageContent } from "./read-page.ts";

export interface CachedPage {
  readonly content: PageContent;
  /** The headers with which the server can say that nothing has changed. */
  readonly conditions: Readonly<Record<string, string>>;
  readonly readAt: number;
  /** Until then the page is shown again without asking the server, so that reading on by line ranges sees the same text. */
  readonly freshUntil: number;
}

const FRESH_MS = 5 * 60_000;
const MAX_PAGES = 64;
const MAX_BYTES = 32 * 1024 * 1024;

/** The pages that a session has read, the latest last. */
export class PageCache {
  private readonly pages = new Map<string, CachedPage>();
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  get(url: string): CachedPage | undefined {
    return this.pages.get(url);
  }

  isFresh({ freshUntil }: CachedPage): boolean {
    return this.now() < freshUntil;
  }

  /** Keeps a page, and drops the oldest ones if there are too many. */
  set(url: string, content: PageContent, { headers }: Pick<Download, "headers">): void {
    const isStored = !/\bno-store\b/i.test(headers["cache-control"] ?? "");
    const readAt = this.now();
    this.pages.delete(url);
    this.pages.set(url, {
      content,
      readAt,
      // A page that must not be stored is only kept for reading on.
      freshUntil: readAt + (isStored ? FRESH_MS : FRESH_MS / 5),
      conditions: isStored ? conditionsOf(headers) : {},
    });
    this.dropOldest();
  }

  /** Marks a page as current after the server said so. */
  refresh(url: string): void {
    const page = this.pages.get(url);
    if (page) this.pages.set(url, { ...page, freshUntil: this.now() + FRESH_MS });
  }

  private dropOldest(): void {
    const sizes = [...this.pages].map(([url, { content }]) => ({ url, size: sizeOf(content) }));
    let bytes = sizes.reduce((sum, { size }) => sum + size, 0);
    for (const [index, { url, size }] of sizes.entries()) {
      if (sizes.length - index <= MAX_PAGES && bytes <= MAX_BYTES) return;
      this.pages.delete(url);
      bytes -= size;
    }
  }
}

function conditionsOf({ etag, "last-modified": modified }: Readonly<Record<string, string>>): Record<string, string> {
  return { ...(etag && { "if-none-match": etag }), ...(modified && { "if-modified-since": modified }) };
}

function sizeOf(content: PageContent): number {
  return "bytes" in content ? content.bytes.length : content.text.length;
}
