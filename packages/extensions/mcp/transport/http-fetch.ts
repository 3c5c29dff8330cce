import { Readable } from "node:stream";
import type { FetchLike } from "@modelcontextprotocol/client";
import type { ExtensionAPI } from "@tau/coding-agent";

/** An event stream may stay open this long; a request has the timeout of its call. */
const STREAM_MS = 24 * 60 * 60 * 1000;
const MAX_BYTES = 256 * 1024 * 1024;
const WITHOUT_BODY = new Set([101, 204, 205, 304]);

/** Returns a `fetch` based on `pi.http`: uses the environment's proxies and certificates, and sends no credentials to another origin. */
export function httpFetch(
  http: ExtensionAPI["http"],
  headers: Readonly<Record<string, string>>,
  limits: { readonly refusePrivateAddresses?: boolean } = {},
): FetchLike {
  return async (url, init = {}) => {
    const sent = { ...headers, ...Object.fromEntries(new Headers(init.headers)) };
    const {
      status,
      headers: received,
      body,
    } = await http.stream(String(url), {
      ...(init.method ? { method: init.method } : {}),
      headers: sent,
      ...(init.body === undefined || init.body === null ? {} : { body: bodyOf(init.body) }),
      ...(init.signal ? { signal: init.signal } : {}),
      ...limits,
      timeoutMs: STREAM_MS,
      maxBytes: MAX_BYTES,
    });
    // The body is already decoded.
    const { "content-encoding": _, "content-length": __, ...kept } = received;
    const stream = WITHOUT_BODY.has(status) ? null : Readable.toWeb(Readable.from(body, { objectMode: false }));
    return new Response(stream as ReadableStream<Uint8Array> | null, { status, headers: kept });
  };
}

function bodyOf(body: NonNullable<RequestInit["body"]>): string {
  if (typeof body === "string" || body instanceof URLSearchParams) return body.toString();
  throw new TypeError("The client sends texts only.");
}
