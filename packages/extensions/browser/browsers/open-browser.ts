import type { ExtensionAPI } from "@tau/coding-agent";
import type { Browser } from "playwright-core";
import { PLAYWRIGHT } from "../playwright.ts";
import type { BrowserSettings } from "../settings.ts";
import { connectBrowser, startApp } from "./app-browser.ts";
import type { BrowserKind } from "./browser-kind.ts";
import { startChromium } from "./own-chromium.ts";

export type BrowserPorts = Pick<ExtensionAPI, "processes" | "packages" | "http">;
export type Playwright = typeof import("playwright-core");

/** A browser that runs, whichever kind it is. */
export interface OpenBrowser {
  readonly browser: Browser;
  /** Whether its pages are the user's: they are attached to and left open. */
  readonly isForeign: boolean;
  /** Returns why the last request to a host was refused, for a navigation that failed. */
  refusalOf(host: string): string | undefined;
  /** Ends what was started for it, or disconnects from what was not. */
  close(options: { readonly kill: boolean }): Promise<void>;
}

export interface OpenOptions {
  readonly settings: BrowserSettings;
  readonly signal: AbortSignal;
}

export async function openBrowser(ports: BrowserPorts, kind: BrowserKind, options: OpenOptions): Promise<OpenBrowser> {
  const playwright = await ports.packages.load<Playwright>(PLAYWRIGHT);
  switch (kind.kind) {
    case "own":
      return await startChromium(ports, playwright, options);
    case "app":
      return await startApp(ports, playwright, kind, options);
    case "connected":
      return await connectBrowser(ports, playwright, kind.url, options);
  }
}
