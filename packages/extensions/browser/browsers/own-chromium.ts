import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { RunningProcess } from "@tau/coding-agent";
import { BrowserError } from "../browser-error.ts";
import { BrowserProxy } from "./browser-proxy.ts";
import { findChromium } from "./find-chromium.ts";
import type { BrowserPorts, OpenBrowser, OpenOptions, Playwright } from "./open-browser.ts";
import { PipeTransport } from "./pipe-transport.ts";
import { makeProfile } from "./profile.ts";

/** Gives the program the pipe under the numbers that Chromium expects, and nothing to write to but stderr. */
const WITH_PIPE = 'exec 3<&0 4>&1 </dev/null >/dev/null; exec "$0" "$@"';
const MAX_ERROR_CHARACTERS = 2000;
const END_MS = 3000;

/** Starts Chromium with a profile of its own. All its traffic goes through a proxy that refuses private addresses. */
export async function startChromium(
  { processes, http }: BrowserPorts,
  { chromium }: Playwright,
  { settings, signal }: OpenOptions,
): Promise<OpenBrowser> {
  const program = findChromium({ configured: settings.path });
  const profile = await makeProfile();
  const proxy = await BrowserProxy.start(http, settings.privateHosts);
  const clean = async () => {
    await proxy.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const args = chromiumArguments({ ...settings, profile, proxy: proxy.address });
    const child = await processes.start("/bin/sh", ["-c", WITH_PIPE, program, ...args], {
      env: { DBUS_SESSION_BUS_ADDRESS: undefined },
    });
    const said = endOf(child);
    const onAbort = () => void child.kill();
    signal.addEventListener("abort", onAbort, { once: true });
    const connecting = chromium.connectOverCDP(new PipeTransport(child), {
      isLocal: true,
      artifactsDir: join(profile, "downloads"),
    });
    const failing = failedStart(child, program, said);
    const connected = connecting.catch(async (error: unknown) => {
      // The pipe can close before the process has ended, and only its end tells why.
      await Promise.race([failing, elapsed(END_MS)]);
      throw error;
    });
    const browser = await Promise.race([connected, failing]).catch(async (error: unknown) => {
      connected.catch(() => undefined);
      await child.kill();
      throw error;
    });
    signal.removeEventListener("abort", onAbort);
    return {
      browser,
      isForeign: false,
      refusalOf: (host) => proxy.refusalOf(host),
      close: async () => {
        await Promise.race([browser.close(), elapsed(END_MS)]);
        await Promise.race([child.exited, elapsed(END_MS)]);
        await child.kill();
        await clean();
      },
    };
  } catch (error) {
    await clean();
    throw error;
  }
}

interface ChromiumOptions {
  readonly headless: boolean;
  readonly args: readonly string[];
  readonly profile: string;
  readonly proxy: string;
}

function chromiumArguments({ headless, args, profile, proxy }: ChromiumOptions): string[] {
  return [
    ...(headless ? ["--headless=new", "--hide-scrollbars", "--mute-audio"] : []),
    "--remote-debugging-pipe",
    `--user-data-dir=${join(profile, "profile")}`,
    `--proxy-server=http://${proxy}`,
    // Without it Chromium connects to this machine without asking the proxy.
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    ...["--no-first-run", "--no-default-browser-check", "--no-service-autorun", "--password-store=basic"],
    ...["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps"],
    ...["--disable-breakpad", "--disable-crash-reporter", "--disable-domain-reliability", "--metrics-recording-only"],
    ...["--disable-dev-shm-usage", "--disable-extensions", "--disable-search-engine-choice-screen"],
    "--disable-features=MediaRouter,OptimizationHints,Translate,DialMediaRouteProvider",
    // Chromium refuses to run as root with its sandbox.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ...args,
    "about:blank",
  ];
}

/** Collects the end of stderr, which says why a start failed. */
function endOf({ stderr }: RunningProcess): () => string {
  let text = "";
  stderr.on("data", (bytes: Buffer) => {
    text = (text + bytes.toString("utf8")).slice(-MAX_ERROR_CHARACTERS);
  });
  return () => text.trim();
}

async function failedStart(child: RunningProcess, program: string, said: () => string): Promise<never> {
  const { exitCode, ended } = await child.exited;
  if (ended === "abort") throw new BrowserError("start-failed", "Aborted.");
  const hint = /sandbox/i.test(said())
    ? " The system lacks what Chromium's sandbox needs; the user can add --no-sandbox to the setting browser.args."
    : "";
  throw new BrowserError(
    "start-failed",
    `${program} ended with code ${exitCode} before it could be used.${hint}\n${said()}`,
  );
}

async function elapsed(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
}
