import { callByNode, type HttpCall, type HttpReply, proxyFor } from "@tau/ai/http";
import { VERSION } from "../../version.ts";
import { errorText } from "../error-text.ts";
import { formatSize } from "../output/index.ts";
import { isOffline } from "../process/offline.ts";
import { HttpClientError } from "./http-client-error.ts";
import { isNamed, publicAgent, refusePrivateHost, refusePrivateName } from "./private-address.ts";

export interface HttpOptions {
  /** Default: POST with a body, otherwise GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** Timeout of the whole exchange, including the body. Default 30 s. */
  readonly timeoutMs?: number;
  /** Maximum size of the body, counted after decompression. Default 10 MiB. */
  readonly maxBytes?: number;
  /** Default 5. */
  readonly maxRedirects?: number;
  /** Decides whether a redirect is followed. If not, the redirect itself is the answer. Default: each is followed. */
  readonly followsRedirect?: (to: URL, from: URL) => boolean;
  /** Certificate authorities (PEM) to trust in addition to those of the host. */
  readonly ca?: string | readonly string[];
  /**
   * Refuses this machine and private networks, at every redirect, by checking the addresses that are connected to. Set
   * it for URLs that a model or a page chose.
   */
  readonly refusePrivateAddresses?: boolean;
  /** Hosts that `refusePrivateAddresses` lets pass: `name`, `name:port` or `*`. */
  readonly privateHosts?: readonly string[];
}

export interface HttpHead {
  readonly status: number;
  /** The status is from 200 to 299. */
  readonly ok: boolean;
  /** URL of the answer, after redirects. */
  readonly url: string;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface HttpStream extends HttpHead {
  /** Stop iterating to close the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface HttpResponse extends HttpHead {
  readonly bytes: Uint8Array;
  text(): string;
  json(): unknown;
}

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 5;
/** Headers that may be sent on to another origin after a redirect. */
const HARMLESS = new Set(["accept", "accept-encoding", "accept-language", "user-agent"]);

/** Sends a request and reads the whole answer. Uses the proxies of the environment. */
export async function requestHttp(url: string, options: HttpOptions = {}): Promise<HttpResponse> {
  const { body, ...head } = await streamHttp(url, options);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return {
    ...head,
    bytes,
    text: () => bytes.toString("utf8"),
    json: () => JSON.parse(bytes.toString("utf8")) as unknown,
  };
}

/** Sends a request and streams the body. The same limits apply. */
export async function streamHttp(url: string, options: HttpOptions = {}): Promise<HttpStream> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const explain = (error: unknown) => explained(error, url, options, timeout);
  try {
    const { reply, url: final } = await follow(firstCall(url, options, signal), options);
    const { status, headers } = reply;
    const body = limited(reply.body, options.maxBytes ?? MAX_BYTES, final, explain);
    return { status, ok: status >= 200 && status < 300, url: final, headers, body };
  } catch (error) {
    throw explain(error);
  }
}

function firstCall(address: string, { method, headers = {}, body, ca }: HttpOptions, signal: AbortSignal): HttpCall {
  const url = URL.parse(address);
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new HttpClientError(
      "invalid-url",
      `${address} is no address of the web: it begins with neither http:// nor https://.`,
    );
  if (isOffline() && !LOCAL.test(url.hostname))
    throw new HttpClientError("network", `${url.host} is not asked: TAU_OFFLINE is set.`);
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const defaults = { "user-agent": `tau/${VERSION}`, accept: "*/*", "accept-encoding": "gzip, deflate, br" };
  return {
    url: url.href,
    method,
    headers: { ...defaults, ...Object.fromEntries(named) },
    ...(body !== undefined && { body: typeof body === "string" ? body : [body] }),
    redirect: "manual",
    signal,
    ca,
  };
}

async function follow(first: HttpCall, options: HttpOptions): Promise<{ reply: HttpReply; url: string }> {
  const { maxRedirects = MAX_REDIRECTS, refusePrivateAddresses = false, privateHosts } = options;
  let call = first;
  for (let hops = 0; ; hops++) {
    const reply = await callByNode(refusePrivateAddresses ? await guarded(call, privateHosts) : call, process);
    const next = redirected(call, reply);
    if (!next || options.followsRedirect?.(new URL(next.url), new URL(call.url)) === false)
      return { reply, url: call.url };
    await discard(reply);
    if (hops >= maxRedirects)
      throw new HttpClientError("redirect", `${first.url} was redirected more than ${maxRedirects} times.`);
    call = next;
  }
}

async function guarded(call: HttpCall, privateHosts: readonly string[] = []): Promise<HttpCall> {
  const url = new URL(call.url);
  if (isNamed(url, privateHosts)) return call;
  refusePrivateHost(url);
  if (!proxyFor(call.url)) return { ...call, agent: publicAgent(url, call.ca) };
  await refusePrivateName(url);
  return call;
}

/**
 * Returns the call that a redirect asks for. Neither credentials nor a body go to another origin, and a redirect from
 * https to http is an error.
 */
function redirected(call: HttpCall, { status, headers }: HttpReply): HttpCall | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || !headers.location) return undefined;
  const from = new URL(call.url);
  const to = URL.parse(headers.location, call.url);
  if (!to || (to.protocol !== "https:" && to.protocol !== "http:")) return undefined;
  if (from.protocol === "https:" && to.protocol === "http:")
    throw new HttpClientError("redirect", `${call.url} redirects from https to http (${to.host}): not followed.`);
  to.username = "";
  to.password = "";
  const keepsBody = status === 307 || status === 308;
  const isSame = from.origin === to.origin;
  if (keepsBody && !isSame && call.body !== undefined) return undefined;
  const { body, method, ...rest } = call;
  const sent = Object.entries(call.headers ?? {}).filter(([name]) => {
    if (!keepsBody && name.startsWith("content-")) return false;
    return isSame || HARMLESS.has(name);
  });
  const isSafe = method === "GET" || method === "HEAD";
  return {
    ...rest,
    url: to.href,
    headers: Object.fromEntries(sent),
    ...(keepsBody || isSafe ? { method } : { method: undefined }),
    ...(keepsBody && body !== undefined && { body }),
  };
}

async function discard({ body }: HttpReply): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}

async function* limited(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  url: string,
  explain: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new HttpClientError("too-large", `${url} sends more than ${formatSize(maxBytes)}.`);
      yield chunk;
    }
  } catch (error) {
    throw explain(error);
  }
}

function explained(error: unknown, url: string, { signal, timeoutMs = TIMEOUT_MS }: HttpOptions, timeout: AbortSignal) {
  if (error instanceof HttpClientError) return error;
  if (signal?.aborted) return signal.reason as unknown;
  if (timeout.aborted)
    return new HttpClientError("timeout", `${url} took more than ${timeoutMs / 1000} s.`, { cause: error });
  return new HttpClientError("network", `${url} cannot be read: ${whyNot(error)}`, { cause: error });
}

/** Node words these for its own users. */
function whyNot(error: unknown): string {
  const text = errorText(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/.test(code))
    return `its certificate is not trusted: ${text.replace(/;.*/s, "")}. The user can name the authority's certificate in the variable NODE_EXTRA_CA_CERTS`;
  return text === "aborted" ? "the server ended the connection before all of it had arrived" : text;
}
