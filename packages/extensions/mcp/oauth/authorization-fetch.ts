import type { FetchLike } from "@modelcontextprotocol/client";
import type { ExtensionAPI } from "@tau/coding-agent";
import { httpFetch } from "../transport/http-fetch.ts";

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Returns a `fetch` for the sign-in addresses that a server names. It allows only `https`, or this machine; a server on the web may
 * not name addresses in private networks. The headers of the server's entry are not sent to these addresses.
 */
export function authorizationFetch(http: ExtensionAPI["http"], serverUrl: string): FetchLike {
  const isOurs = LOCAL.test(new URL(serverUrl).hostname);
  const send = httpFetch(http, {}, isOurs ? {} : { refusePrivateAddresses: true });
  return async (url, init) => {
    const { protocol, hostname, href } = new URL(url);
    if (protocol !== "https:" && !(protocol === "http:" && LOCAL.test(hostname)))
      throw new Error(`The server names ${href} for signing in. That must be an https address.`);
    return await send(url, init);
  };
}
