import { lookup as resolve } from "node:dns";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { getCACertificates } from "node:tls";
import { HttpClientError } from "./http-client-error.ts";
import { isPrivateAddress } from "./is-private-address.ts";

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
