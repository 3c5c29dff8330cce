import { isIP } from "node:net";

/** Where a client wants to go, in the one form in which it is compared. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}

/** `undefined` for what is no host: a name that two programs could read in two ways is not read at all. */
export function readDestination(host: string, port: number): Destination | undefined {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  const bare = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  if (isIP(bare) === 6) return { host: canonical(`[${bare}]`) ?? bare, port };
  if (!/^[\w.-]{1,253}$/.test(bare) || bare.startsWith("-")) return undefined;
  const name = canonical(bare.replace(/\.$/, ""));
  return name ? { host: name, port } : undefined;
}

/** The address that a browser would see: numbers in other bases and forms become plain. */
function canonical(host: string): string | undefined {
  return URL.parse(`http://${host}/`)?.hostname.replace(/^\[|\]$/g, "");
}

/** A rule: `example.com`, `*.example.com`, with `:port` or `:*`; without a port it is about 80 and 443. */
export function allowsDestination(rules: readonly string[], destination: Destination): boolean {
  return rules.some((rule) => fits(rule, destination));
}

/** A machine that a rule names by its address, or `localhost`, may be private. One that a name leads to may not. */
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
