import type { ExtensionAPI, ExtensionToolContext } from "@tau/coding-agent";
import type { Locator } from "playwright-core";
import { BrowserError } from "../browser-error.ts";
import type { BrowserSettings } from "../settings.ts";
import type { Tab } from "../tabs/tab.ts";
import type { Tabs } from "../tabs/tabs.ts";
import { translateSelector } from "./selector.ts";

/** What a function of the tab API has at hand. */
export interface TabCall {
  readonly tab: Tab;
  readonly tabs: Tabs;
  readonly pi: Pick<ExtensionAPI, "images" | "services">;
  readonly ctx: Pick<ExtensionToolContext, "cwd" | "permit">;
  readonly settings: BrowserSettings;
  readonly signal: AbortSignal;
  /** Milliseconds until the script is stopped. */
  timeLeft(): number;
  /** Shows an image to the model. */
  attach(image: { readonly data: string; readonly mimeType: string }): void;
}

/** A function of the tab API. Arguments come from the sandbox as JSON values; the result goes back as one. */
export type TabFunction = (call: TabCall, ...args: unknown[]) => Promise<unknown>;

/** An element or a function of the page, as the sandbox writes it. */
interface Reference {
  readonly $element?: number;
  readonly $function?: string;
  readonly $pattern?: { readonly source: string; readonly flags: string };
}

/** Returns the element that a selector, an id or an element of the script means. */
export async function locate(
  { tab }: TabCall,
  target: unknown,
): Promise<Locator | import("playwright-core").ElementHandle<Element>> {
  const id = typeof target === "number" ? target : (target as Reference | null)?.$element;
  if (typeof id === "number") return await elementOf(tab, id);
  if (typeof target !== "string")
    throw new BrowserError("invalid-arguments", "Name an element: a selector, an id of observe, or an element.");
  return tab.page.locator(translateSelector(target)).first();
}

/** Returns the element that `observe` has numbered. Throws if it is no longer part of the page. */
export async function elementOf(tab: Tab, id: number) {
  const element = tab.elements.get(id);
  const isThere = element ? await element.handle.evaluate((node) => node.isConnected).catch(() => false) : false;
  if (!element || !isThere)
    throw new BrowserError(
      "stale-element",
      `Element ${id} is stale: the page has changed since. Call tab.observe() again.`,
    );
  return element.handle;
}

export function textArgument(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw new BrowserError("invalid-arguments", `${name} must be a text.`);
}

export function optionsArgument(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns a test for texts: a part of them, a pattern with `*`, or a regular expression. */
export function matcher(value: unknown): (text: string) => boolean {
  const { $pattern } = optionsArgument(value) as Reference;
  if ($pattern) {
    const pattern = new RegExp($pattern.source, $pattern.flags.replaceAll(/[gy]/g, ""));
    return (text) => pattern.test(text);
  }
  const wanted = textArgument(value, "What to wait for");
  if (!wanted.includes("*")) return (text) => text.includes(wanted);
  const parts = wanted.split(/\*+/).map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(parts.join(".*"));
  return (text) => pattern.test(text);
}

/** Returns the source of a function or an expression, to run in the page. */
export function pageExpression(value: unknown, args: readonly unknown[]): string {
  const { $function } = optionsArgument(value) as Reference;
  if ($function === undefined) return textArgument(value, "The expression");
  return `(${asExpression($function)})(${args.map((each) => JSON.stringify(each ?? null)).join(", ")})`;
}

/** A method of an object literal has no `function` in its source. */
function asExpression(source: string): string {
  return /^(?:async\s*)?(?:function\b|\(|[\w$]+\s*=>)/.test(source) ? source : `function ${source}`;
}

/** Kept back of the time of a script, so that it ends with the reason of a step and not with its own timeout. */
const RESERVE_MS = 500;
/** An element that is not there after this time is not expected to come. */
const ACTION_MS = 10_000;

/** The time that one step may take: what it asks for, within what is left of the script. */
export function stepMs(call: TabCall, options: unknown): number {
  const { timeout } = optionsArgument(options);
  const left = call.timeLeft();
  const most = Math.max(1, Math.round(left - Math.min(RESERVE_MS, left / 4)));
  return typeof timeout === "number" && timeout > 0 ? Math.min(timeout, most) : most;
}

/** The time that an action on an element may take, which waits for the element to be there and to be usable. */
export function actionMs(call: TabCall, options: unknown): number {
  const { timeout } = optionsArgument(options);
  return stepMs(call, { timeout: timeout ?? ACTION_MS });
}
