import { connect, type Socket } from "node:net";
import { openTunnel, proxyFor } from "@tau/ai/http";
import { errorText } from "../error-text.ts";
import { isOffline } from "../process/offline.ts";
import type { HttpOptions } from "./http-client.ts";
import { HttpClientError } from "./http-client-error.ts";
import { isNamed, publicLookup, refusePrivateHost, refusePrivateName } from "./private-address.ts";

export type ConnectOptions = Pick<HttpOptions, "signal" | "timeoutMs" | "refusePrivateAddresses" | "privateHosts">;

const TIMEOUT_MS = 30_000;
const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Connects to the host of a URL, with the proxies and the check of addresses that requests have. */
export async function connectTo(address: string, options: ConnectOptions = {}): Promise<Socket> {
  const url = URL.parse(address);
  const port = url ? portOf(url) : undefined;
  if (!url || port === undefined)
    throw new HttpClientError("invalid-url", `${address} is not an http, https, ws or wss address.`);
  const { refusePrivateAddresses = false, privateHosts = [], timeoutMs = TIMEOUT_MS } = options;
  const isGuarded = refusePrivateAddresses && !isNamed(url, privateHosts);
  if (isGuarded) refusePrivateHost(url);
  if (isOffline() && !LOCAL.test(url.hostname))
    throw new HttpClientError("network", `${url.host} is not asked: TAU_OFFLINE is set.`);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const proxy = proxyFor(url.href);
    if (!proxy) return await opened(url, port, isGuarded, signal);
    if (isGuarded) await refusePrivateName(url);
    return await openTunnel(proxy, `${url.hostname}:${port}`, process, signal);
  } catch (error) {
    if (error instanceof HttpClientError || options.signal?.aborted) throw error;
    const code = timeout.aborted ? "timeout" : "network";
    const reason = timeout.aborted ? `it took more than ${timeoutMs / 1000} s` : errorText(error);
    throw new HttpClientError(code, `${url.host} cannot be reached: ${reason}`, { cause: error });
  }
}

function opened({ hostname }: URL, port: number, isGuarded: boolean, signal: AbortSignal): Promise<Socket> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host, port, ...(isGuarded && { lookup: publicLookup }) });
  const onAbort = () => socket.destroy(signal.reason instanceof Error ? signal.reason : undefined);
  signal.addEventListener("abort", onAbort, { once: true });
  socket.once("error", reject);
  socket.once("connect", () => {
    socket.off("error", reject);
    signal.removeEventListener("abort", onAbort);
    resolve(socket);
  });
  return promise;
}

const PORTS: Readonly<Record<string, number>> = { "http:": 80, "ws:": 80, "https:": 443, "wss:": 443 };

function portOf({ protocol, port }: URL): number | undefined {
  const usual = PORTS[protocol];
  return usual === undefined || port === "" ? usual : Number(port);
}
