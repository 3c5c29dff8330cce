import type { Dialog, Download, Page, Request } from "playwright-core";
import { DownloadLimit } from "./download-limit.ts";

const MOST_CONSOLE = 200;
const MOST_DIALOGS = 100;
const MOST_DOWNLOADS = 100;
const MOST_CHARACTERS = 2000;

export interface ConsoleLine {
  readonly type: string;
  readonly text: string;
  readonly at?: string;
}

export interface HandledDialog {
  readonly type: string;
  readonly message: string;
  readonly answer: "accepted" | "dismissed";
}

/** Keeps what a page says without being asked, within limits: console, errors, dialogs, downloads, requests in progress. */
export class PageEvents {
  readonly console: ConsoleLine[] = [];
  readonly dialogs: HandledDialog[] = [];
  readonly downloads: Download[] = [];
  readonly downloadLimit: DownloadLimit;
  readonly popups: Page[] = [];
  /** Counts all errors and dialogs, also those that are no longer kept. */
  errorCount = 0;
  dialogCount = 0;
  private readonly requests = new Set<Request>();
  private readonly policy: "accept" | "dismiss";

  constructor(page: Page, policy: "accept" | "dismiss", maxDownloadMB: number) {
    this.policy = policy;
    this.downloadLimit = new DownloadLimit(page, maxDownloadMB);
    page.on("console", (message) => {
      const { url, lineNumber } = message.location();
      // Browsers ask for it by themselves; most servers have none.
      if (url.endsWith("/favicon.ico")) return;
      this.say(message.type(), message.text(), url ? `${url}:${lineNumber + 1}` : undefined);
      if (message.type() === "error") this.errorCount++;
    });
    page.on("pageerror", (error) => {
      this.errorCount++;
      this.say("page error", error.message);
    });
    page.on("dialog", (dialog) => void this.answer(dialog));
    page.on("download", (download) => {
      if (this.downloads.length >= MOST_DOWNLOADS) return void download.cancel().catch(ignoreClosed);
      this.downloads.push(download);
      this.downloadLimit.add(download);
    });
    page.on("popup", (popup) => void this.popups.push(popup));
    page.on("request", (request) => this.requests.add(request));
    page.on("requestfinished", (request) => this.requests.delete(request));
    page.on("requestfailed", (request) => this.requests.delete(request));
    page.on("framenavigated", (frame) => {
      // Requests of the page before never end.
      if (frame === page.mainFrame())
        for (const request of this.requests) if (isOver(request)) this.requests.delete(request);
    });
  }

  get activeRequests(): number {
    return this.requests.size;
  }

  private say(type: string, text: string, at?: string): void {
    this.console.push({ type, text: text.slice(0, MOST_CHARACTERS), ...(at === undefined ? {} : { at }) });
    if (this.console.length > MOST_CONSOLE) this.console.shift();
  }

  private async answer(dialog: Dialog): Promise<void> {
    const isLeaving = dialog.type() === "beforeunload";
    const accepts = isLeaving || this.policy === "accept";
    if (!isLeaving) this.dialogCount++;
    if (!isLeaving && this.dialogs.length < MOST_DIALOGS)
      this.dialogs.push({
        type: dialog.type(),
        message: dialog.message().slice(0, MOST_CHARACTERS),
        answer: accepts ? "accepted" : "dismissed",
      });
    await (accepts ? dialog.accept(dialog.defaultValue()) : dialog.dismiss()).catch(ignoreClosed);
  }
}

function isOver(request: Request): boolean {
  try {
    return request.frame().isDetached() || request.failure() !== null;
  } catch {
    return true;
  }
}

/** The page may close while it is answered; the tab then says so itself. */
function ignoreClosed(): void {
  // Nothing waits for this answer.
}
