import { setTimeout as sleep } from "node:timers/promises";
import type { Page, Response } from "playwright-core";
import { BrowserError } from "../browser-error.ts";
import type { BrowserParams } from "../tool.ts";
import type { Tab } from "./tab.ts";

type WaitUntil = NonNullable<BrowserParams["wait_until"]>;

const POLL_MS = 100;
const IDLE_MS = 500;
const ERROR_PAGE_MS = 2000;

export interface Arrival {
  readonly status?: number;
  /** What the model should know about the page: that it still loads, asks for a login, or answers with an error. */
  readonly notes: readonly string[];
}

export interface NavigateOptions {
  readonly until: WaitUntil;
  /** How long the page may take to answer and to load. A page that answered but still loads then is shown as it is. */
  readonly ms: number;
  readonly signal: AbortSignal;
}

/** Returns the address. Throws unless it is one of the web. */
export function webAddress(url: string): string {
  const parsed = URL.parse(url) ?? URL.parse(`https://${url}`);
  if (parsed && /^(?:https?|data):$/.test(parsed.protocol)) return parsed.href;
  if (url === "about:blank") return url;
  if (parsed?.protocol === "file:")
    throw new BrowserError(
      "invalid-arguments",
      `${url} is a file, which is not opened. Serve its folder (python3 -m http.server --bind 127.0.0.1) and open http://localhost:8000/; the user allows that host in the setting browser.privateHosts.`,
    );
  throw new BrowserError("invalid-arguments", `${url} is not an address of the web.`);
}

/** Goes to an address and waits for it to load. Rejects if there is no page to show. */
export async function navigate(tab: Tab, url: string, options: NavigateOptions): Promise<Arrival> {
  const { page, source } = tab;
  const { until, ms, signal } = options;
  const begun = performance.now();
  tab.assertAlive();
  let response: Response | null;
  try {
    response = await tab.whileAlive(page.goto(url, { waitUntil: "commit", timeout: ms }));
  } catch (error) {
    await errorPage(page, error);
    throw failure(error, url, ms, source.refusalOf(hostOf(url)));
  }
  const refusal = response?.status() === 502 ? source.refusalOf(hostOf(response.url())) : undefined;
  if (refusal !== undefined) throw new BrowserError("navigation", refusal);
  const isLoaded = await loaded(tab, until, ms - (performance.now() - begun), signal);
  const status = response?.status();
  const notes = [
    ...(isLoaded ? [] : [`The page still loads after ${ms / 1000} s; it is shown as it is.`]),
    ...(status !== undefined && status >= 400 ? [describeStatus(status)] : []),
    ...(await loginNotes(tab)),
  ];
  return { notes, ...(status === undefined ? {} : { status }) };
}

/** Waits until the browser shows its page about a failure, which would interrupt the next navigation. */
async function errorPage(page: Page, error: unknown): Promise<void> {
  if (!(error instanceof Error) || !/net::ERR_(?!ABORTED)/.test(error.message)) return;
  // Without such a page, nothing interrupts the next navigation.
  await page.waitForURL(/^chrome-error:/, { waitUntil: "commit", timeout: ERROR_PAGE_MS }).catch(() => undefined);
}

/** Resolves to whether the page has loaded within the time. */
async function loaded(tab: Tab, until: WaitUntil, ms: number, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + ms;
  const state = until === "domcontentloaded" ? until : "load";
  try {
    await tab.whileAlive(tab.page.waitForLoadState(state, { timeout: Math.max(1, ms) }));
  } catch (error) {
    if (isTimeout(error)) return false;
    throw error;
  }
  if (until === "load" || until === "domcontentloaded") return true;
  const most = until === "networkidle0" ? 0 : 2;
  let idleSince: number | undefined;
  while (performance.now() < end) {
    tab.assertAlive();
    if (tab.events.activeRequests > most) idleSince = undefined;
    else idleSince ??= performance.now();
    if (idleSince !== undefined && performance.now() - idleSince >= IDLE_MS) return true;
    await sleep(POLL_MS, undefined, { signal });
  }
  return false;
}

async function loginNotes(tab: Tab): Promise<string[]> {
  const counting = tab.page.locator("input[type=password]:visible").count();
  const asks = await tab.answerOf(counting.catch(() => 0));
  return asks > 0 ? ["The page asks for a login (it has a password field)."] : [];
}

function describeStatus(status: number): string {
  if (status === 401) return "The server answered 401: the page needs a login.";
  if (status === 407) return "The proxy answered 407: it needs a login.";
  return `The server answered with status ${status}.`;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "";
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}

function failure(error: unknown, url: string, ms: number, refusal: string | undefined): unknown {
  if (error instanceof BrowserError) return error;
  if (isTimeout(error))
    return new BrowserError("timeout", `${url} did not answer within ${ms / 1000} s.`, { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  const [, code = ""] = /net::(ERR_[A-Z0-9_]+)/.exec(message) ?? [];
  if (refusal !== undefined && code !== "") return new BrowserError("navigation", refusal, { cause: error });
  const host = hostOf(url);
  return new BrowserError("navigation", explain(code, host, url) ?? (message.split("\n")[0] as string), {
    cause: error,
  });
}

function explain(code: string, host: string, url: string): string | undefined {
  if (code === "") return undefined;
  if (code.startsWith("ERR_CERT") || code.startsWith("ERR_SSL"))
    return `The connection to ${host} is not secure (${code}): its certificate cannot be trusted or its TLS is broken. The page was not loaded.`;
  if (code === "ERR_INVALID_AUTH_CREDENTIALS")
    return `${host} asks for a user name and a password (HTTP authentication, status 401). The page was not loaded.`;
  if (code === "ERR_NAME_NOT_RESOLVED") return `There is no host ${host} (${code}).`;
  if (code === "ERR_CONNECTION_REFUSED") return `${host} refuses connections (${code}). Is its server running?`;
  if (code === "ERR_ABORTED")
    return `${url} did not become a page (${code}): it is a download, or it was left at once.`;
  return `${url} cannot be loaded: ${code}.`;
}
