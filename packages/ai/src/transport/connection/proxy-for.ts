import { RequestError } from "../../ai-error.ts";
import { type Environment, readVariable } from "../../auth/environment.ts";

export interface HttpProxy {
  readonly url: URL;
  /** The variable that names the proxy, for advice when it fails. */
  readonly variable: string;
}

/** Returns the proxy that the environment sets for a URL, unless the URL is excluded or on this machine. */
export function proxyFor(address: string, env?: Environment): HttpProxy | undefined {
  const variable = variablesFor(address).find((name) => readVariable(name, env));
  if (!variable) return undefined;
  const target = new URL(address);
  if (isLoopback(target.hostname) || isException(target, env)) return undefined;
  return { url: proxyUrl(readVariable(variable, env) ?? "", variable), variable };
}

function variablesFor(address: string): readonly string[] {
  const secure = /^(?:https|wss):/i.test(address);
  return [...(secure ? ["HTTPS_PROXY", "https_proxy"] : ["HTTP_PROXY", "http_proxy"]), "ALL_PROXY", "all_proxy"];
}

function proxyUrl(value: string, variable: string): URL {
  const full = value.includes("://") ? value : `http://${value}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url && (url.protocol === "http:" || url.protocol === "https:")) return url;
  const shown = url ? `${url.protocol}//${url.host}` : "its value";
  throw new RequestError(`${variable} names no usable proxy: ${shown}. Give the URL of an HTTP or HTTPS proxy.`, {
    code: "invalid-request",
  });
}

/** A server on this machine is never behind the proxy. */
function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/i.test(hostname);
}

/** Supports `*`, `host`, `.host`, `*.host`, each also with `:port`; a name includes its subdomains. */
function isException(target: URL, env?: Environment): boolean {
  const list = readVariable("NO_PROXY", env) ?? readVariable("no_proxy", env) ?? "";
  const hostname = bare(target.hostname);
  const port = target.port || (/^(?:https|wss):$/.test(target.protocol) ? "443" : "80");
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === "*") return true;
    const [, name = "", entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry.includes("]") ? entry : lastColon(entry)) ?? [];
    const suffix = bare(name).replace(/^\*?\./, "");
    if (suffix === "" || (entryPort && entryPort !== port)) return false;
    return hostname === suffix || hostname.endsWith(`.${suffix}`);
  });
}

/** Puts brackets around an IPv6 address without them, whose colons do not precede a port. */
function lastColon(entry: string): string {
  return entry.split(":").length > 2 ? `[${entry}]` : entry;
}

function bare(hostname: string): string {
  return hostname.toLowerCase().replace(/^\[(.*)\]$/, "$1");
}
