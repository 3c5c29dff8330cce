import type { ClientIdentity, ClientIdentityTarget } from "../contract/identity.ts";
import { VERSION } from "../version.ts";

/** Who a request says it comes from: Tau, unless the program says otherwise. */
export function getIdentityHeaders(target: ClientIdentityTarget, identity?: ClientIdentity): Record<string, string> {
  return { "user-agent": formatUserAgent(identity), ...getAttributionHeaders(target, identity) };
}

export function formatUserAgent(identity?: ClientIdentity): string {
  const mode = identity?.userAgent;
  if (typeof mode === "object") return mode.custom;
  return mode === "short" ? "tau" : `tau/${getClientVersion(identity)}`;
}

export function getClientVersion(identity?: ClientIdentity): string {
  return identity?.version ?? VERSION;
}

export function getAttributionHeaders(
  { provider, baseUrl }: ClientIdentityTarget,
  identity?: ClientIdentity,
): Record<string, string> {
  const attribution = identity?.attribution;
  const isRouter = provider === "openrouter" || baseUrl.includes("openrouter.ai");
  return attribution && isRouter ? { "x-title": attribution.name, "http-referer": attribution.url } : {};
}

/** Later ones stand above earlier ones, field by field. */
export function mergeClientIdentity(...sources: (ClientIdentity | undefined)[]): ClientIdentity | undefined {
  const given = sources.filter((source) => source !== undefined);
  if (given.length === 0) return undefined;
  const fields = given.flatMap((source) => Object.entries(source).filter(([, value]) => value !== undefined));
  return Object.fromEntries(fields);
}
