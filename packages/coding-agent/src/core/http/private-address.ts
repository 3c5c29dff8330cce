import { lookup as resolve } from "node:dns";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { getCACertificates } from "node:tls";
import { HttpClientError } from "./http-client-error.ts";

/** Addresses that lead to this machine or its network, and those that are given to no host of the internet. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
  // Both carry an address of the older kind, which may be private.
  ["64:ff9b::", 32],
  ["2002::", 16],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv6");

export function isPrivateAddress(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** An address in a URL is not looked up: it is checked as it stands. */
export function refusePrivateHost({ hostname }: URL): void {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(bare) !== 0 && isPrivateAddress(bare)) throw privateAddress(hostname);
}

/** An agent that connects to public addresses alone. It is not shared: a connection of another call may lead elsewhere. */
export function publicAgent({ protocol }: URL, ca: string | readonly string[] = []): HttpAgent {
  const options = { keepAlive: false, lookup: publicLookup };
  if (protocol === "http:") return new HttpAgent(options);
  const own = typeof ca === "string" ? [ca] : ca;
  return new HttpsAgent({ ...options, ...(own.length > 0 && { ca: [...getCACertificates("default"), ...own] }) });
}

/** Looks a name up and fails if any of its addresses is private: what is connected to is what was checked. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, "", 0);
    if (addresses.some(({ address }) => isPrivateAddress(address))) return done(privateAddress(hostname), "", 0);
    const [first] = addresses;
    if (options.all) return done(null, addresses);
    return done(null, first?.address ?? "", first?.family ?? 0);
  });
};

/** Behind a proxy the name is looked up there. What it stands for here is checked as far as it is known here. */
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
