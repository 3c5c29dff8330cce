import { isIP } from "node:net";

/** The host and port that a client wants to reach, in normalised form. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}

/** Normalises a destination. Returns `undefined` for an invalid host: a name that two programs could read in two ways is refused. */
export function readDestination(host: string, port: number): Destination | undefined {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  const bare = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  if (isIP(bare) === 6) return { host: canonical(`[${bare}]`) ?? bare, port };
  if (!/^[\w.-]{1,253}$/.test(bare) || bare.startsWith("-")) return undefined;
  const name = canonical(bare.replace(/\.$/, ""));
  return name ? { host: name, port } : undefined;
}

/** Returns the host as a browser would see it: numbers in other bases and forms become plain. */
function canonical(host: string): string | undefined {
  return URL.parse(`http://${host}/`)?.hostname.replace(/^\[|\]$/g, "");
}

/**
 * Returns whether a rule allows the destination. A rule is `example.com` or `*.example.com`, with an optional `:port`
 * or `:*`; without a port it applies to 80 and 443.
 */
export function allowsDestination(rules: readonly string[], destination: Destination): boolean {
  return rules.some((rule) => fits(rule, destination));
}

/** Returns whether the destination may be private: only if it is an address or `localhost`, not if a name leads to it. */
export function mayBePrivate({ host }: Destination): boolean {
  return isIP(host) !== 0 || host === "localhost";
}

function fits(rule: string, { host, port }: Destination): boolean {
  const [, name = "", wanted] = /^(\[.*\]|[^:]*)(?::(\d+|\*))?$/.exec(rule.trim().toLowerCase()) ?? [];
  const isPort = wanted === undefined ? port === 80 || port === 443 : wanted === "*" || Number(wanted) === port;
  if (!isPort || name === "") return false;
  if (!name.startsWith("*.")) return host === name.replace(/^\[|\]$/g, "");
  const suffix = name.slice(1);
  return suffix.length > 1 && isIP(host) === 0 && host.endsWith(suffix) && host.length > suffix.length;
}
