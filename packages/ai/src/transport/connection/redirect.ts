import type { HttpCall } from "./http-call.ts";

/** How many redirects of a call are followed. */
export const MOST_HOPS = 5;

/**
 * Returns the call that a redirect asks for; `undefined` if there is none or it must not be made. Headers, body and certificate belong to
 * one origin (scheme, host and port): a POST is repeated only there, and a GET to another origin has none of them. A call never goes from
 * https to http.
 */
export function redirectedCall(call: HttpCall, status: number, location: string | undefined): HttpCall | undefined {
  if (!location || status < 300 || status >= 400) return undefined;
  const from = new URL(call.url);
  const to = URL.parse(location, call.url);
  if (!to || (to.protocol !== "https:" && to.protocol !== from.protocol)) return undefined;
  const url = to.href;
  if (from.origin !== to.origin) {
    const { signal, ca, env } = call;
    return call.body === undefined ? { url, signal, ca, env } : undefined;
  }
  // The older statuses ask for the new URL without the body.
  const keepsBody = status === 307 || status === 308;
  return call.body === undefined || keepsBody ? { ...call, url } : undefined;
}
