import type { BrowserContext, ElementHandle, Frame, JSHandle, Page } from "playwright-core";
import { BrowserError } from "../browser-error.ts";
import type { OpenBrowser } from "../browsers/open-browser.ts";
import { PageEvents } from "./page-events.ts";

const CLOSE_MS = 3000;
/** How long a page may take for an answer that needs none of its scripts to end. */
const ANSWER_MS = 8000;

export interface TabParts {
  readonly name: string;
  readonly page: Page;
  readonly source: OpenBrowser;
  /** The context that was made for this tab; absent if the page belongs to the user. */
  readonly context?: BrowserContext | undefined;
  /** What describes the browser, to tell a tab of another one. */
  readonly kind: string;
  readonly dialogs: "accept" | "dismiss";
  readonly maxDownloadMB: number;
}

/** One page that the model works on, by name. */
export class Tab {
  readonly name: string;
  readonly page: Page;
  readonly source: OpenBrowser;
  readonly kind: string;
  readonly dialogs: "accept" | "dismiss";
  readonly events: PageEvents;
  /** The elements that `observe` has numbered. Ids are never given twice. */
  readonly elements = new Map<number, { readonly handle: ElementHandle<Element>; readonly frame: Frame }>();
  /** What `observe` keeps in each frame, to number an element once. */
  readonly frames = new Map<Frame, JSHandle>();
  nextId = 1;
  /** Set while a script runs. */
  isBusy = false;
  private readonly context: BrowserContext | undefined;
  private death: string | undefined;
  private readonly ended = Promise.withResolvers<never>();

  constructor({ name, page, source, context, kind, dialogs, maxDownloadMB }: TabParts) {
    this.name = name;
    this.page = page;
    this.source = source;
    this.context = context;
    this.kind = kind;
    this.dialogs = dialogs;
    this.events = new PageEvents(page, dialogs, maxDownloadMB);
    // Most calls end before the page does.
    this.ended.promise.catch(() => undefined);
    page.on("crash", () => this.die("Its page has crashed"));
    page.on("close", () => this.die("Its page was closed"));
    source.browser.on("disconnected", () => this.die("Its browser has ended"));
    page.on("framenavigated", (frame) => this.forget(frame));
    page.on("framedetached", (frame) => this.forget(frame));
  }

  get isAlive(): boolean {
    return this.death === undefined;
  }

  assertAlive(): void {
    if (this.death === undefined) return;
    throw new BrowserError("not-alive", `Tab "${this.name}" is not alive. Reopen it. (${this.death}.)`);
  }

  /** Ends the tab without the page's consent. */
  die(reason: string): void {
    if (this.death !== undefined) return;
    this.death = reason;
    this.ended.reject(new BrowserError("not-alive", `Tab "${this.name}" is not alive. Reopen it. (${reason}.)`));
  }

  /** Resolves with the work, or rejects as soon as the tab dies. */
  async whileAlive<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    return await Promise.race([work, this.ended.promise]);
  }

  /**
   * Resolves with what the page answers. A script without an end keeps it from answering: after a few seconds the tab dies, because nothing
   * can be done on it any more.
   */
  async answerOf<T>(work: Promise<T>): Promise<T> {
    const timeout = setTimeout(
      () => this.die("A script on its page does not end, so the page does not answer"),
      ANSWER_MS,
    );
    try {
      return await this.whileAlive(work);
    } finally {
      clearTimeout(timeout);
    }
  }

  /** Closes the page, unless it is the user's. A page that does not answer is left to the end of its browser. */
  async close(): Promise<void> {
    this.die("It was closed");
    this.elements.clear();
    this.frames.clear();
    if (this.source.isForeign && !this.context) return;
    const closing = this.context ? this.context.close() : this.page.close({ runBeforeUnload: false });
    const timer = Promise.withResolvers<void>();
    const timeout = setTimeout(timer.resolve, CLOSE_MS);
    await Promise.race([closing.catch(() => undefined), timer.promise]);
    clearTimeout(timeout);
  }

  private forget(frame: Frame): void {
    this.frames.delete(frame);
    for (const [id, element] of this.elements) if (element.frame === frame) this.elements.delete(id);
  }
}
