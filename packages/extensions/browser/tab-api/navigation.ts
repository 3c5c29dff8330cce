import { setTimeout as sleep } from "node:timers/promises";
import { BrowserError } from "../browser-error.ts";
import { navigate, webAddress } from "../tabs/navigate.ts";
import type { BrowserParams } from "../tool.ts";
import { matcher, optionsArgument, stepMs, type TabFunction, textArgument } from "./tab-call.ts";

const POLL_MS = 200;
const MOST_BODY_CHARACTERS = 200_000;

export const NAVIGATION: Readonly<Record<string, TabFunction>> = {
  async goto(call, url, options) {
    const address = webAddress(textArgument(url, "The URL"));
    const { hostname, protocol } = new URL(address);
    if (hostname !== "") await call.ctx.permit({ effect: "network", host: hostname });
    // A page that the model has written can send what it holds to any host.
    else if (protocol === "data:") await call.ctx.permit({ effect: "network" });
    const { wait_until, waitUntil = wait_until } = optionsArgument(options);
    const { status, notes } = await navigate(call.tab, address, {
      until: waitName(waitUntil),
      ms: stepMs(call, options),
      signal: call.signal,
    });
    return { url: call.tab.page.url(), status: status ?? null, ...(notes.length > 0 ? { notes } : {}) };
  },
  url: async ({ tab }) => tab.page.url(),
  title: async ({ tab }) => await tab.page.title(),
  content: async ({ tab }) => await tab.page.content(),
  back: async (call, options) => void (await call.tab.page.goBack({ timeout: stepMs(call, options) })),
  forward: async (call, options) => void (await call.tab.page.goForward({ timeout: stepMs(call, options) })),
  reload: async (call, options) => void (await call.tab.page.reload({ timeout: stepMs(call, options) })),
  async waitForUrl(call, wanted, options) {
    const matches = matcher(wanted);
    const ms = stepMs(call, options);
    const end = performance.now() + ms;
    while (!matches(call.tab.page.url())) {
      call.tab.assertAlive();
      if (performance.now() > end)
        throw new BrowserError("timeout", `The URL is still ${call.tab.page.url()} after ${Math.round(ms)} ms.`);
      await sleep(POLL_MS, undefined, { signal: call.signal });
    }
    return call.tab.page.url();
  },
  async waitForResponse(call, wanted, options) {
    const matches = matcher(wanted);
    const response = await call.tab.page.waitForResponse((each) => matches(each.url()), {
      timeout: stepMs(call, options),
    });
    const text = await response.text().catch(() => null);
    return {
      url: response.url(),
      status: response.status(),
      headers: response.headers(),
      text: text === null ? null : text.slice(0, MOST_BODY_CHARACTERS),
    };
  },
  waitForLoad: async (call, options) =>
    void (await call.tab.page.waitForLoadState("load", { timeout: stepMs(call, options) })),
  setViewport: async ({ tab }, width, height) => {
    const size = typeof width === "object" ? optionsArgument(width) : { width, height };
    await tab.page.setViewportSize({ width: Number(size.width), height: Number(size.height) });
  },
  wait: async (call, ms) => {
    await sleep(Math.min(Math.max(0, Number(ms) || 0), call.timeLeft()), undefined, { signal: call.signal });
  },
};

function waitName(value: unknown): NonNullable<BrowserParams["wait_until"]> {
  if (value === "load" || value === "domcontentloaded" || value === "networkidle0") return value;
  return value === "networkidle" ? "networkidle0" : "networkidle2";
}
