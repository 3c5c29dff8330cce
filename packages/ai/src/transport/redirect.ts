import type { HttpCall } from "./http-call.ts";

/** How often a call is sent on before its last answer counts. */
export const MOST_HOPS = 5;

/**
 * The call that a redirect asks for; `undefined` if the answer asks for none, or for one that is not made. Headers, body and
 * certificate are meant for one origin, that is scheme, host and port: a POST is repeated there alone, and a GET elsewhere
 * carries nothing of them. From https no call goes on to http.
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
  // The older statuses ask for the new address without the body.
  const keepsBody = status === 307 || status === 308;
  return call.body === undefined || keepsBody ? { ...call, url } : undefined;
}
