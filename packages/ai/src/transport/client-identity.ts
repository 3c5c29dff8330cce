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
  if (!attribution) return {};
  const { name, url, categories = [] } = attribution;
  const isServedBy = (id: string, host: string) => provider === id || baseUrl.includes(host);
  if (isServedBy("openrouter", "openrouter.ai")) {
    const listed = categories.length > 0 && { "x-openrouter-categories": categories.join(",") };
    return { "http-referer": url, "x-openrouter-title": name, ...listed };
  }
  if (isServedBy("nvidia", "nvidia.com")) {
    return { "x-billing-invoke-origin": name.charAt(0).toUpperCase() + name.slice(1) };
  }
  const isOpenCode = provider === "opencode-go" || isServedBy("opencode", "opencode.ai");
  return isOpenCode ? { "x-opencode-client": name } : {};
}

/** Later ones stand above earlier ones, field by field. */
export function mergeClientIdentity(...sources: (ClientIdentity | undefined)[]): ClientIdentity | undefined {
  const given = sources.filter((source) => source !== undefined);
  if (given.length === 0) return undefined;
  const fields = given.flatMap((source) => Object.entries(source).filter(([, value]) => value !== undefined));
  return Object.fromEntries(fields);
}
