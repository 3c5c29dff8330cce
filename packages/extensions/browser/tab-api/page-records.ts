import { copyFile, mkdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import type { Download } from "playwright-core";
import { BrowserError } from "../browser-error.ts";
import type { Tab } from "../tabs/tab.ts";
import { stepMs, type TabFunction, textArgument } from "./tab-call.ts";

/** What a page has said and sent: console, dialogs, downloads, and the other tabs. */
export const RECORDS: Readonly<Record<string, TabFunction>> = {
  console: async ({ tab }) => tab.events.console,
  dialogs: async ({ tab }) => tab.events.dialogs,
  async downloads({ tab }) {
    return await Promise.all(tab.events.downloads.map((download, index) => describeDownload(tab, download, index)));
  },
  async waitForDownload(call, options) {
    const { downloads } = call.tab.events;
    const download = await call.tab.page.waitForEvent("download", { timeout: stepMs(call, options) });
    await finished(call.tab, download, stepMs(call, options));
    const index = downloads.indexOf(download);
    return await describeDownload(call.tab, download, index < 0 ? downloads.length - 1 : index);
  },
  async saveDownload(call, number, path) {
    const download = call.tab.events.downloads[Number(number)];
    if (!download) throw new BrowserError("invalid-arguments", `There is no download ${String(number)}.`);
    const target = resolve(call.ctx.cwd, textArgument(path, "The path").replace(/^~(?=\/|$)/, homedir()));
    await call.ctx.permit({ effect: "write", paths: [target] });
    const source = await finished(call.tab, download, stepMs(call, undefined));
    await mkdir(dirname(target), { recursive: true });
    await copyFile(source, target);
    return { path: target, bytes: (await stat(target)).size };
  },
  tabs: async ({ tabs }) =>
    await Promise.all(
      tabs.list().map(async ({ name, page, isAlive }) => ({
        name,
        url: page.url(),
        title: isAlive ? await page.title().catch(() => "") : "",
        isAlive,
      })),
    ),
  version: async ({ tab }) => tab.source.browser.version(),
};

async function describeDownload({ events }: Tab, download: Download, number: number): Promise<object> {
  const about = { number, name: download.suggestedFilename(), url: download.url() };
  const path = await Promise.race([
    download.path().catch(() => null),
    new Promise<undefined>((done) => setTimeout(done, 50, undefined)),
  ]);
  if (path === undefined) return { ...about, state: "in progress" };
  if (path === null)
    return { ...about, state: "failed", error: events.downloadLimit.refusalOf(download) ?? (await download.failure()) };
  return { ...about, state: "complete", path, bytes: (await stat(path)).size };
}

/** Resolves to the file once the download is complete. One that takes too long is cancelled. */
async function finished({ events }: Tab, download: Download, ms: number): Promise<string> {
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(() => {
    void download.cancel();
    timer.reject(
      new BrowserError(
        "timeout",
        `The download ${download.suggestedFilename()} took longer than ${Math.round(ms)} ms and was cancelled.`,
      ),
    );
  }, ms);
  try {
    return await Promise.race([download.path(), timer.promise]);
  } catch (error) {
    const refusal = events.downloadLimit.refusalOf(download);
    throw refusal === undefined ? error : new BrowserError("too-large", refusal, { cause: error });
  } finally {
    clearTimeout(timeout);
  }
}
