import type { CDPSession, Download, Page } from "playwright-core";

/** A download as the browser reports it. It has the same address and name as the object of the page. */
interface Reported {
  readonly url: string;
  readonly name: string;
}

/** Cancels the downloads of a page that are larger than a limit, as soon as the browser reports their size. */
export class DownloadLimit {
  readonly megabytes: number;
  private readonly page: Page;
  private readonly reported = new Map<string, Reported>();
  private readonly tooLarge: Reported[] = [];
  private readonly cancelled = new WeakSet<Download>();
  private readonly downloads: Download[] = [];

  constructor(page: Page, megabytes: number) {
    this.page = page;
    this.megabytes = megabytes;
    // A page that is closed meanwhile downloads nothing.
    this.watch().catch(() => undefined);
  }

  /** Takes note of a download that has begun. */
  add(download: Download): void {
    this.downloads.push(download);
    this.cancelAll();
  }

  /** Returns why a download was cancelled. */
  refusalOf(download: Download): string | undefined {
    if (!this.cancelled.has(download)) return undefined;
    return `The download ${download.suggestedFilename()} is larger than ${this.megabytes} MB and was cancelled. The setting browser.maxDownloadMB permits more.`;
  }

  private async watch(): Promise<void> {
    const session: CDPSession = await this.page.context().newCDPSession(this.page);
    const limit = this.megabytes * 1024 * 1024;
    session.on("Page.downloadWillBegin", ({ guid, url, suggestedFilename: name }) => {
      this.reported.set(guid, { url, name });
    });
    session.on("Page.downloadProgress", ({ guid, totalBytes, receivedBytes, state }) => {
      const found = this.reported.get(guid);
      if (state !== "inProgress") this.reported.delete(guid);
      if (!found || Math.max(totalBytes, receivedBytes) <= limit) return;
      this.reported.delete(guid);
      this.tooLarge.push(found);
      this.cancelAll();
    });
    await session.send("Page.enable");
  }

  /** The browser and the page report a download independently, so either may come first. */
  private cancelAll(): void {
    for (const download of this.downloads) {
      const at = this.tooLarge.findIndex(
        ({ url, name }) => url === download.url() && name === download.suggestedFilename(),
      );
      if (at < 0 || this.cancelled.has(download)) continue;
      this.tooLarge.splice(at, 1);
      this.cancelled.add(download);
      download.cancel().catch(() => undefined);
    }
  }
}
