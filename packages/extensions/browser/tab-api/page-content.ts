import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { ServiceKey } from "@tau/coding-agent";
import { BrowserError } from "../browser-error.ts";
import { pageFunction } from "./page-function.ts";
import {
  locate,
  optionsArgument,
  pageExpression,
  stepMs,
  type TabCall,
  type TabFunction,
  textArgument,
} from "./tab-call.ts";

/** The copy for the model. */
const SHOWN = { maxWidth: 1024, maxHeight: 1024, maxBytes: 150 * 1024, jpegQuality: 70 };
/** A page without an end is cut here. */
const MOST_HEIGHT = 16_000;
/** The text as it is seen: without hidden parts and with the breaks of the layout. */
const RENDERED_TEXT = "(element) => element.innerText ?? element.textContent";

/** The service of the battery fetch. */
interface HtmlReader {
  toMarkdown(html: string, url: string): Promise<string>;
}
const HTML_READER = "html-reader" as ServiceKey<HtmlReader>;

export const CONTENT: Readonly<Record<string, TabFunction>> = {
  async waitFor(call, target, options) {
    const { state = "visible" } = optionsArgument(options);
    const locator = await locate(call, textArgument(target, "The selector"));
    await (locator as import("playwright-core").Locator).waitFor({
      state: state as "visible",
      timeout: stepMs(call, options),
    });
    return true;
  },
  async evaluate(call, expression, ...args) {
    await permitScript(call);
    return await call.tab.page.evaluate(pageExpression(expression, args));
  },
  async extract(call, format = "markdown", selector) {
    const { page } = call.tab;
    const isText = format === "text";
    const html = async () =>
      selector === undefined || selector === null
        ? await page.content()
        : await onElement<string>(call, selector, "(element) => element.outerHTML");
    if (format === "html") return await html();
    if (isText && selector === undefined) return await page.evaluate<string>("document.body?.innerText ?? ''");
    if (isText) return await onElement<string>(call, selector, RENDERED_TEXT);
    if (format !== "markdown")
      throw new BrowserError("invalid-arguments", `extract takes markdown, text or html, not ${String(format)}.`);
    const reader = await call.pi.services.use(HTML_READER).catch(() => undefined);
    if (!reader) return await page.evaluate<string>("document.body?.innerText ?? ''");
    return await reader.toMarkdown(await html(), page.url());
  },
  async text(call, target) {
    return await onElement<string>(call, target, RENDERED_TEXT);
  },
  async attribute(call, target, name) {
    return await (await locate(call, target)).getAttribute(textArgument(name, "The attribute"));
  },
  async value(call, target) {
    return await (await locate(call, target)).inputValue();
  },
  async box(call, target) {
    return await (await locate(call, target)).boundingBox();
  },
  async count({ tab }, selector) {
    const { translateSelector } = await import("./selector.ts");
    return await tab.page.locator(translateSelector(textArgument(selector, "The selector"))).count();
  },
  async isVisible(call, target) {
    return await (await locate(call, target)).isVisible();
  },
  async evaluateOn(call, target, expression, ...args) {
    await permitScript(call);
    const source = pageExpression(expression, []).replace(/\(\)$/, "");
    return await onElement(call, target, `(element) => (${source})(element, ...${JSON.stringify(args)})`);
  },
  async screenshot(call, options) {
    const { selector, fullPage = false, save, silent = false } = optionsArgument(options);
    const bytes = await takePicture(call, selector, fullPage === true, stepMs(call, options));
    const path = await savePicture(call, bytes, save);
    if (silent !== true) {
      const image = await call.pi.images.fit(bytes, SHOWN);
      if (image) call.attach(image);
    }
    return { path, bytes: bytes.length };
  },
};

/** Asks before a script of the model runs in a page that no permitted host has sent: it can reach any host. */
async function permitScript({ tab, ctx }: TabCall): Promise<void> {
  if (!/^https?:/.test(tab.page.url())) await ctx.permit({ effect: "network" });
}

async function onElement<T>(call: TabCall, target: unknown, source: string): Promise<T> {
  const element = (await locate(call, target)) as import("playwright-core").Locator;
  return await element.evaluate(pageFunction<(element: unknown) => T>(source));
}

async function takePicture(call: TabCall, selector: unknown, isWhole: boolean, timeout: number): Promise<Buffer> {
  const { page } = call.tab;
  if (selector !== undefined && selector !== null) return await (await locate(call, selector)).screenshot({ timeout });
  if (!isWhole) return await page.screenshot({ timeout });
  const size = await page.evaluate<{ width: number; height: number }>(
    "({ width: document.documentElement.clientWidth, height: document.documentElement.scrollHeight })",
  );
  if (size.height <= MOST_HEIGHT) return await page.screenshot({ timeout, fullPage: true });
  return await page.screenshot({
    timeout,
    fullPage: true,
    clip: { x: 0, y: 0, width: size.width, height: MOST_HEIGHT },
  });
}

/** Writes the picture to the path that was asked for, to the folder of the settings, or to a temporary folder. */
async function savePicture({ ctx, settings }: TabCall, bytes: Buffer, save: unknown): Promise<string> {
  if (save !== undefined && save !== null) {
    const path = resolve(ctx.cwd, textArgument(save, "The path").replace(/^~(?=\/|$)/, homedir()));
    await ctx.permit({ effect: "write", paths: [path] });
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    return path;
  }
  const name = `screenshot-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.png`;
  const { screenshotDir } = settings;
  const folder =
    screenshotDir === undefined
      ? await mkdtemp(join(tmpdir(), "tau-screenshot-"))
      : resolve(ctx.cwd, screenshotDir.replace(/^~(?=\/|$)/, homedir()));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
}
