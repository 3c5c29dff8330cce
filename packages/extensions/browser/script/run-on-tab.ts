import type {
  ExtensionAPI,
  ExtensionToolContext,
  SandboxedOutcome,
  ScriptSandbox,
  ServiceKey,
} from "@tau/coding-agent";
import { BrowserError } from "../browser-error.ts";
import type { BrowserSettings } from "../settings.ts";
import { PAGELESS, TAB_API } from "../tab-api/index.ts";
import { actionMs, type TabCall } from "../tab-api/tab-call.ts";
import { keepToPermittedHosts } from "../tabs/permitted-hosts.ts";
import type { Tab } from "../tabs/tab.ts";
import type { Tabs } from "../tabs/tabs.ts";
import { scriptSource } from "./prelude.ts";

const SCRIPT_SANDBOX = "script-sandbox" as ServiceKey<ScriptSandbox>;
/** How long a script may go on after its time is up, to end by itself. */
const GRACE_MS = 750;
const MOST_IMAGES = 20;

export interface TabScript {
  readonly code: string;
  readonly ms: number;
  readonly signal: AbortSignal;
}

export interface TabScriptParts {
  readonly pi: Pick<ExtensionAPI, "services" | "images">;
  readonly ctx: ExtensionToolContext;
  readonly tabs: Tabs;
  readonly settings: BrowserSettings;
}

export interface TabScriptOutcome extends SandboxedOutcome {
  /** Screenshots, in order. */
  readonly images: readonly { readonly data: string; readonly mimeType: string }[];
  readonly isTabKilled: boolean;
}

/** Runs a script of the model on a tab. The script is confined to a sandbox; each of its calls is carried out here. */
export async function runOnTab(
  tab: Tab,
  { code, ms, signal }: TabScript,
  parts: TabScriptParts,
): Promise<TabScriptOutcome> {
  const sandbox = await parts.pi.services.use(SCRIPT_SANDBOX).catch((error: unknown) => {
    throw new BrowserError("start-failed", "The action run needs the battery codemode, which is switched off.", {
      cause: error,
    });
  });
  const end = performance.now() + ms;
  const time = AbortSignal.timeout(ms);
  const stop = AbortSignal.any([signal, time]);
  const images: { data: string; mimeType: string }[] = [];
  const call: TabCall = {
    ...parts,
    tab,
    signal: stop,
    timeLeft: () => Math.max(0, end - performance.now()),
    attach: (image) => {
      if (images.length < MOST_IMAGES) images.push({ data: image.data, mimeType: image.mimeType });
    },
  };
  const asked = new Set<string>();
  let isWaiting = false;
  const outcome = await sandbox.run({
    source: scriptSource(code, { name: tab.name, functions: [...TAB_API.keys()] }),
    calls: ["tab"],
    call: async (_name, argument) => {
      const { method, args } = argument as { method: string; args: unknown[] };
      return await untilStopped(callTab(call, asked, method, args), stop, () => {
        isWaiting = true;
        return new BrowserError("timeout", `Browser code execution timed out after ${ms}ms`);
      });
    },
    limits: { computeMs: ms + GRACE_MS, totalMs: ms + GRACE_MS },
    signal,
  });
  if (!time.aborted || outcome.error === undefined || signal.aborted) return { ...outcome, images, isTabKilled: false };
  return { ...outcome, images, ...(await afterTimeout(tab, ms, isWaiting)) };
}

async function callTab(call: TabCall, asked: Set<string>, method: string, args: readonly unknown[]): Promise<unknown> {
  const run = TAB_API.get(method);
  if (!run) throw new BrowserError("invalid-arguments", `There is no tab.${method}.`);
  call.tab.assertAlive();
  if (!PAGELESS.has(method)) await keepToPermittedHosts(call.tab, call.ctx, asked);
  // For the functions that have no timeout of their own.
  call.tab.page.setDefaultTimeout(actionMs(call, undefined));
  try {
    return await call.tab.whileAlive(run(call, ...args));
  } catch (error) {
    throw readable(error, method);
  }
}

/** Shortens the errors of Playwright, which go on with a log. */
function readable(error: unknown, method: string): unknown {
  if (error instanceof BrowserError || !(error instanceof Error)) return error;
  const [first = "", ...rest] = error.message.replaceAll(/\u001b\[\d+m/g, "").split("\n");
  const detail = rest.find((line) =>
    /waiting for|intercepts pointer|not (?:visible|enabled|editable)|strict mode/.test(line),
  );
  const text = first.replace(/^(?:page|locator|elementHandle|frame|browserContext|keyboard|mouse)\.\w+: /, "");
  return new Error(`tab.${method}: ${text}${detail ? ` (${detail.trim().replace(/^- /, "")})` : ""}`, { cause: error });
}

async function untilStopped<T>(work: Promise<T>, stop: AbortSignal, reason: () => Error): Promise<T> {
  work.catch(() => undefined);
  const stopped = Promise.withResolvers<never>();
  const onAbort = () => stopped.reject(reason());
  if (stop.aborted) onAbort();
  stop.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    stop.removeEventListener("abort", onAbort);
  }
}

/** Says how the time ran out. A script that computes without an end and a page that does not answer take the tab with them. */
async function afterTimeout(
  tab: Tab,
  ms: number,
  isWaiting: boolean,
): Promise<{ error: string; isTabKilled: boolean }> {
  const said = `Browser code execution timed out after ${ms}ms`;
  if (isWaiting && (await answers(tab))) return { error: said, isTabKilled: false };
  tab.die(isWaiting ? "Its page does not answer" : "Its script did not end");
  const what = isWaiting ? "The page does not answer; tab killed." : "The code hung past grace; tab killed.";
  return { error: `${said}. ${what}`, isTabKilled: true };
}

/** Resolves to whether the page still runs scripts. */
async function answers(tab: Tab): Promise<boolean> {
  const timer = Promise.withResolvers<false>();
  const timeout = setTimeout(() => timer.resolve(false), GRACE_MS);
  const answer = tab.page.evaluate("true").then(
    () => true,
    // An error is an answer, too, unless the page is gone.
    () => tab.isAlive,
  );
  try {
    return await Promise.race([answer, timer.promise]);
  } finally {
    clearTimeout(timeout);
  }
}
