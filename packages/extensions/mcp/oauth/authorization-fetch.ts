import type { FetchLike } from "@modelcontextprotocol/client";
import type { ExtensionAPI } from "@tau/coding-agent";
import { httpFetch } from "../transport/http-fetch.ts";

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * `fetch` for the addresses that a server names for signing in. Only `https`, or this machine; a server on the web may not name addresses
 * of private networks. The headers of the server's own entry are not sent there.
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
