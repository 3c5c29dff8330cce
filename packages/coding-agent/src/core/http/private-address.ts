import { lookup as resolve } from "node:dns";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { getCACertificates } from "node:tls";
import { HttpClientError } from "./http-client-error.ts";
import { isPrivateAddress } from "./is-private-address.ts";

/** Checks a literal IP address in a URL, which needs no lookup. */
export function refusePrivateHost({ hostname }: URL): void {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(bare) !== 0 && isPrivateAddress(bare)) throw privateAddress(hostname);
}

/** Returns whether a list of hosts names the host of a URL: `name`, `name:port` or `*`. */
export function isNamed({ hostname, host }: URL, hosts: readonly string[]): boolean {
  return hosts.some((each) => each === "*" || each === hostname || each === host);
}

/** Returns an agent that connects only to public addresses. It is not shared, because a reused connection could lead elsewhere. */
export function publicAgent({ protocol }: URL, ca: string | readonly string[] = []): HttpAgent {
  const options = { keepAlive: false, lookup: publicLookup };
  if (protocol === "http:") return new HttpAgent(options);
  const own = typeof ca === "string" ? [ca] : ca;
  return new HttpsAgent({ ...options, ...(own.length > 0 && { ca: [...getCACertificates("default"), ...own] }) });
}

/** Looks up a name and fails if any of its addresses is private. The connection uses exactly the addresses that were checked. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, "", 0);
    if (addresses.some(({ address }) => isPrivateAddress(address))) return done(privateAddress(hostname), "", 0);
    const [first] = addresses;
    if (options.all) return done(null, addresses);
    return done(null, first?.address ?? "", first?.family ?? 0);
  });
};

/** Checks a name that a proxy will look up. Only the addresses known on this machine can be checked. */
export async function refusePrivateName({ hostname }: URL): Promise<void> {
  const found = Promise.withResolvers<Error | undefined>();
  publicLookup(hostname, { all: true }, (error) => found.resolve(error ?? undefined));
  const error = await found.promise;
  if (error instanceof HttpClientError) throw error;
}

function privateAddress(host: string): HttpClientError {
  return new HttpClientError(
    "private-address",
    `${host} leads to this machine or a private network, which is not allowed here.`,
  );
}
