import { setMaxListeners } from "node:events";
import type { AgentToolResult } from "@tau/agent";
import type { ImageContent, TextContent } from "@tau/ai";
import type { ExtensionAPI, ExtensionToolContext } from "@tau/coding-agent";
import { BrowserError } from "./browser-error.ts";
import { runOnTab, type TabScriptOutcome } from "./script/run-on-tab.ts";
import { browserSettings } from "./settings.ts";
import { navigate, webAddress } from "./tabs/navigate.ts";
import { keepToPermittedHosts } from "./tabs/permitted-hosts.ts";
import type { Tab } from "./tabs/tab.ts";
import type { Tabs } from "./tabs/tabs.ts";
import type { BrowserParams } from "./tool.ts";

const DEFAULT_SECONDS = 30;
const MOST_SECONDS = 30;
const MOST_PROBLEMS = 5;
/** Starting a browser on a slow machine must not take the time of the page. */
const START_MS = 60_000;

export interface BrowserDetails {
  readonly tab?: string;
  readonly url?: string;
  readonly title?: string;
}

export interface BrowserCall {
  readonly params: BrowserParams;
  readonly signal: AbortSignal;
  readonly ctx: ExtensionToolContext;
}

/** Carries out one call of the tool. */
export async function executeBrowser(
  pi: ExtensionAPI,
  tabs: Tabs,
  call: BrowserCall,
): Promise<AgentToolResult<BrowserDetails>> {
  // Each call of a script waits for it.
  setMaxListeners(0, call.signal);
  switch (call.params.action) {
    case "open":
      return await open(pi, tabs, call);
    case "run":
      return await run(pi, tabs, call);
    case "close":
      return await close(tabs, call.params);
  }
}

async function open(
  pi: ExtensionAPI,
  tabs: Tabs,
  { params, signal, ctx }: BrowserCall,
): Promise<AgentToolResult<BrowserDetails>> {
  const { name = "main", url, app, wait_until: until = "networkidle2" } = params;
  const address = url === undefined ? undefined : webAddress(url);
  const permitted = new Set<string>();
  // The policy has decided about the host of the arguments, unless they name another browser.
  if (address !== undefined && app === undefined) permitted.add(new URL(address).hostname);
  const settings = browserSettings(pi.getSettings());
  const starting = AbortSignal.any([signal, AbortSignal.timeout(START_MS)]);
  const { tab, isReused } = await tabs.open(name, params, { settings, signal: starting });
  const before = { errors: tab.events.errorCount, dialogs: tab.events.dialogCount };
  if (address !== undefined && app !== undefined)
    await ctx.permit({ effect: "network", host: new URL(address).hostname });
  const ms = milliseconds(params.timeout);
  const arrival = address === undefined ? undefined : await navigate(tab, address, { until, ms, signal });
  await keepToPermittedHosts(tab, ctx, permitted);
  const title = await tab.answerOf(tab.page.title());
  const opened = `${isReused ? "Reused" : "Opened"} tab "${name}" (${tab.kind})`;
  const place = `${title === "" ? "(no title)" : title}: ${tab.page.url()}`;
  const status = arrival?.status === undefined ? "" : ` (HTTP ${arrival.status})`;
  const lines = [`${opened}.`, `${place}${status}`, ...(arrival?.notes ?? []), ...news(tabs, tab, before)];
  return { content: [text(lines.join("\n"))], details: { tab: name, url: tab.page.url(), title } };
}

async function run(
  pi: ExtensionAPI,
  tabs: Tabs,
  { params, signal, ctx }: BrowserCall,
): Promise<AgentToolResult<BrowserDetails>> {
  const { name = "main", code } = params;
  if (code === undefined || code.trim() === "")
    throw new BrowserError("invalid-arguments", "Missing required parameter 'code' for action 'run'.");
  const tab = tabs.get(name);
  if (!tab) throw new BrowserError("not-alive", `Tab "${name}" is not alive. Reopen it.${tabs.names()}`);
  tab.assertAlive();
  if (tab.isBusy) throw new BrowserError("busy", `Tab "${name}" is busy.`);
  const before = { errors: tab.events.errorCount, dialogs: tab.events.dialogCount };
  tab.isBusy = true;
  try {
    const settings = browserSettings(pi.getSettings());
    const ms = milliseconds(params.timeout);
    const outcome = await runOnTab(tab, { code, ms, signal }, { pi, ctx, tabs, settings });
    const content = await contentOf(pi, tab, outcome);
    const said = [
      ...news(tabs, tab, before),
      ...(outcome.error === undefined ? [] : [`Error: ${outcome.error.replace(/^Error: /, "")}`]),
    ];
    return {
      content: [...content, ...(said.length > 0 ? [text(said.join("\n"))] : [])],
      details: { tab: name, url: tab.page.url() },
      ...(outcome.error === undefined ? {} : { isError: true }),
    };
  } finally {
    tab.isBusy = false;
    if (!tab.isAlive) await tabs.close(name, { kill: false });
  }
}

async function close(
  tabs: Tabs,
  { name = "main", all = false, kill = false }: BrowserParams,
): Promise<AgentToolResult<BrowserDetails>> {
  if (all) {
    const count = await tabs.closeAll({ kill });
    return { content: [text(`Closed ${count === 1 ? "1 tab" : `${count} tabs`}.`)], details: {} };
  }
  await tabs.close(name, { kill });
  return { content: [text(`Closed tab "${name}".`)], details: { tab: name } };
}

/** Returns the output of a script: what it displayed, what it returned, and its screenshots. */
async function contentOf(
  pi: ExtensionAPI,
  tab: Tab,
  outcome: TabScriptOutcome,
): Promise<(TextContent | ImageContent)[]> {
  const texts = outcome.items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
  const displayed = outcome.items.flatMap((item) =>
    item.kind === "image" ? [JSON.parse(item.json) as ImageContent] : [],
  );
  const logged =
    outcome.console.length > 0 ? [`<console_output>\n${outcome.console.join("\n")}\n</console_output>`] : [];
  const images = [...displayed, ...outcome.images].map(({ data, mimeType }) => ({
    type: "image" as const,
    data,
    mimeType,
  }));
  const isSilent = texts.length === 0 && logged.length === 0 && images.length === 0 && outcome.error === undefined;
  const said = isSilent ? `Ran code on tab "${tab.name}"` : [...texts, ...logged].join("\n");
  if (said === "") return images;
  const sink = await pi.artifacts.open("browser");
  sink.append(said);
  return [text(sink.finish().text), ...images];
}

/** Says what has happened on the page meanwhile: errors, dialogs, pages that it opened. */
function news(tabs: Tabs, tab: Tab, before: { readonly errors: number; readonly dialogs: number }): string[] {
  const { events } = tab;
  const errors = events.errorCount - before.errors;
  const shown = events.console
    .filter(({ type }) => type === "error" || type === "page error")
    .slice(-Math.min(errors, MOST_PROBLEMS));
  const dialogs = events.dialogCount - before.dialogs;
  const answered = events.dialogs.slice(-Math.min(dialogs, MOST_PROBLEMS));
  const opened = events.popups.splice(0).map((page) => tabs.adopt(tab, page));
  return [
    ...(errors > 0
      ? [`Errors on the page (${errors}):`, ...shown.map(({ text: line, at }) => `- ${line}${at ? ` (${at})` : ""}`)]
      : []),
    ...(dialogs > 0
      ? [`Dialogs (${dialogs}):`, ...answered.map(({ type, message, answer }) => `- ${type} "${message}": ${answer}`)]
      : []),
    ...opened.map(({ name, page }) => `The page opened another one, now tab "${name}": ${page.url()}`),
  ];
}

function milliseconds(seconds: number = DEFAULT_SECONDS): number {
  return Math.round(Math.min(MOST_SECONDS, Math.max(1, seconds)) * 1000);
}

function text(content: string): TextContent {
  return { type: "text", text: content };
}
