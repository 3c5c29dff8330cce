import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunningProcess } from "@tau/coding-agent";
import type { Browser } from "playwright-core";
import { BrowserError } from "../browser-error.ts";
import type { BrowserKind } from "./browser-kind.ts";
import type { BrowserPorts, OpenBrowser, OpenOptions, Playwright } from "./open-browser.ts";

const APP_MS = 30_000;
const CONNECT_MS = 5000;
const POLL_MS = 200;

/** Starts a program that is built on Chromium, such as an Electron app, with a port for the DevTools protocol. */
export async function startApp(
  { processes, http }: BrowserPorts,
  playwright: Playwright,
  { path, args }: Extract<BrowserKind, { kind: "app" }>,
  { signal }: OpenOptions,
): Promise<OpenBrowser> {
  const port = await freePort();
  const child = await processes.start(path, [...args, `--remote-debugging-port=${port}`], { stdin: "none" });
  child.stdout.resume();
  child.stderr.resume();
  try {
    const url = `http://127.0.0.1:${port}`;
    await Promise.race([answering(http, url, APP_MS, signal), endedEarly(child, path)]);
    const browser = await connect(playwright, url);
    const close = async ({ kill }: { readonly kill: boolean }) => {
      await browser.close();
      if (kill) await child.kill();
    };
    return { browser, isForeign: true, refusalOf: () => undefined, close };
  } catch (error) {
    await child.kill();
    throw error;
  }
}

/** Connects to a browser that runs already. It is only disconnected from at the end. */
export async function connectBrowser(
  { http }: BrowserPorts,
  playwright: Playwright,
  url: string,
  { signal }: OpenOptions,
): Promise<OpenBrowser> {
  if (!/^(?:https?|wss?):\/\//i.test(url))
    throw new BrowserError("invalid-arguments", `app.cdp_url must begin with http:// or ws://, not ${url}.`);
  if (/^http/i.test(url)) await answering(http, url, CONNECT_MS, signal);
  const browser = await connect(playwright, url);
  return { browser, isForeign: true, refusalOf: () => undefined, close: async () => await browser.close() };
}

async function connect({ chromium }: Playwright, url: string): Promise<Browser> {
  return await chromium.connectOverCDP(url, { timeout: CONNECT_MS, noDefaults: true }).catch((error: unknown) => {
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new BrowserError("connect-failed", `No browser answers at ${url}: ${reason}`, { cause: error });
  });
}

/** Resolves once the DevTools of a browser answer. */
async function answering(http: BrowserPorts["http"], url: string, ms: number, signal: AbortSignal): Promise<void> {
  const version = `${url.replace(/\/$/, "")}/json/version`;
  const end = performance.now() + ms;
  let problem = "";
  while (performance.now() < end) {
    signal.throwIfAborted();
    const answer = await http.request(version, { timeoutMs: 1000, signal }).catch((error: Error) => error.message);
    if (typeof answer !== "string" && answer.ok) return;
    problem = typeof answer === "string" ? answer : `status ${answer.status}, not the DevTools of a browser`;
    await sleep(POLL_MS, undefined, { signal });
  }
  throw new BrowserError("connect-failed", `No browser answers at ${url} within ${ms / 1000} s: ${problem}`);
}

async function endedEarly(child: RunningProcess, path: string): Promise<never> {
  const { exitCode } = await child.exited;
  throw new BrowserError("start-failed", `${path} ended with code ${exitCode} before its DevTools could be used.`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
