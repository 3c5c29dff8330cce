import type { Browser, BrowserContext, Page } from "playwright-core";
import { BrowserError } from "../browser-error.ts";
import { type BrowserKind, describeKind, kindOf } from "../browsers/browser-kind.ts";
import { type BrowserPorts, type OpenBrowser, type OpenOptions, openBrowser } from "../browsers/open-browser.ts";
import type { BrowserParams } from "../tool.ts";
import { chooseTarget } from "./choose-target.ts";
import { Tab } from "./tab.ts";

const VIEWPORT = { width: 1365, height: 768 };
const SCALE = 1.25;
const TITLE_MS = 2000;

export interface OpenedTab {
  readonly tab: Tab;
  readonly isReused: boolean;
}

/** The open tabs and the browsers that they live in. A browser ends with its last tab. */
export class Tabs {
  private readonly ports: BrowserPorts;
  private readonly tabs = new Map<string, Tab>();
  private readonly browsers = new Map<string, Promise<OpenBrowser>>();

  constructor(ports: BrowserPorts) {
    this.ports = ports;
  }

  list(): readonly Tab[] {
    return [...this.tabs.values()];
  }

  /** Returns the tab, which may no longer be alive. */
  get(name: string): Tab | undefined {
    return this.tabs.get(name);
  }

  async open(name: string, params: BrowserParams, options: OpenOptions): Promise<OpenedTab> {
    const kind = kindOf(params.app);
    const { dialogs = "dismiss" } = params;
    const known = this.tabs.get(name);
    if (known?.isBusy) throw new BrowserError("busy", `Tab "${name}" is busy.`);
    // Without `app`, a tab of any browser is meant.
    const isOther = known?.isAlive === true && params.app !== undefined && known.kind !== describeKind(kind);
    if (isOther)
      throw new BrowserError(
        "invalid-arguments",
        `Tab "${name}" is bound to a different browser (${known.kind}). Close it first.`,
      );
    if (known?.isAlive && (params.dialogs === undefined || known.dialogs === dialogs)) {
      if (params.viewport) await resize(known, params.viewport);
      return { tab: known, isReused: true };
    }
    if (known) await this.closeTab(known, { kill: false, keepsBrowser: true });
    return { tab: await this.create(name, kind, params, options), isReused: false };
  }

  /** Adds a page that another page has opened. */
  adopt(opener: Tab, page: Page): Tab {
    let number = 2;
    while (this.tabs.has(`${opener.name}-${number}`)) number++;
    const name = `${opener.name}-${number}`;
    const { source, kind, dialogs } = opener;
    const maxDownloadMB = opener.events.downloadLimit.megabytes;
    const tab = new Tab({ name, page, source, kind, dialogs, maxDownloadMB });
    this.tabs.set(name, tab);
    return tab;
  }

  async close(name: string, { kill }: { readonly kill: boolean }): Promise<void> {
    const tab = this.tabs.get(name);
    if (!tab) throw new BrowserError("not-alive", `There is no tab "${name}".${this.names()}`);
    await this.closeTab(tab, { kill });
  }

  async closeAll({ kill }: { readonly kill: boolean }): Promise<number> {
    const all = this.list();
    for (const tab of all) await this.closeTab(tab, { kill });
    return all.length;
  }

  names(): string {
    const names = [...this.tabs.keys()].map((name) => `"${name}"`);
    return names.length === 0 ? " No tab is open." : ` Open tabs: ${names.join(", ")}.`;
  }

  private async create(name: string, kind: BrowserKind, params: BrowserParams, options: OpenOptions): Promise<Tab> {
    const { dialogs = "dismiss", viewport, app } = params;
    const key = describeKind(kind);
    const source = await this.browser(kind, options);
    const { browser, isForeign } = source;
    const opened = isForeign ? await foreignPage(browser, app?.target) : await ownPage(browser, viewport);
    const tab = new Tab({ name, ...opened, source, kind: key, dialogs, maxDownloadMB: options.settings.maxDownloadMB });
    this.tabs.set(name, tab);
    if (isForeign && viewport) await resize(tab, viewport);
    return tab;
  }

  private async browser(kind: BrowserKind, options: OpenOptions): Promise<OpenBrowser> {
    const key = describeKind(kind);
    const known = await this.browsers.get(key)?.catch(() => undefined);
    if (known?.browser.isConnected()) return known;
    if (known) await known.close({ kill: true }).catch(() => undefined);
    const opening = openBrowser(this.ports, kind, options);
    this.browsers.set(key, opening);
    // A failed start is tried again the next time.
    opening.catch(() => this.browsers.delete(key));
    return await opening;
  }

  private async closeTab(
    tab: Tab,
    { kill, keepsBrowser = false }: { readonly kill: boolean; readonly keepsBrowser?: boolean },
  ) {
    this.tabs.delete(tab.name);
    await tab.close();
    if (keepsBrowser || this.list().some(({ source }) => source === tab.source)) return;
    this.browsers.delete(tab.kind);
    await tab.source.close({ kill });
  }
}

async function ownPage(
  browser: Browser,
  viewport: BrowserParams["viewport"],
): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
  const { width, height, scale = SCALE } = viewport ?? (VIEWPORT as NonNullable<BrowserParams["viewport"]>);
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    acceptDownloads: true,
  });
  return { page: await context.newPage(), context };
}

async function foreignPage(browser: Browser, target: string | undefined): Promise<{ readonly page: Page }> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const known = await Promise.all(pages.map(async (page) => ({ page, url: page.url(), title: await titleOf(page) })));
  return { page: chooseTarget(known, target).page };
}

/** Resolves to the title; to nothing if the page does not answer. */
async function titleOf(page: Page): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const timeout = setTimeout(resolve, TITLE_MS, "");
  try {
    return await Promise.race([page.title().catch(() => ""), promise]);
  } finally {
    clearTimeout(timeout);
  }
}

async function resize(tab: Tab, { width, height }: NonNullable<BrowserParams["viewport"]>): Promise<void> {
  await tab.answerOf(tab.page.setViewportSize({ width, height }));
}
