import type { ClientIdentity, ClientIdentityTarget } from "../contract/identity.ts";
import { VERSION } from "../version.ts";

/** Returns the headers that identify the client: Tau, unless the program sets another identity. */
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
  return isOpenCode({ provider, baseUrl }) ? { "x-opencode-client": name } : {};
}

/** Keeps a conversation on the same route. */
export function getOpenCodeSessionHeaders(
  target: ClientIdentityTarget,
  sessionId: string | undefined,
): Record<string, string> | undefined {
  return sessionId && isOpenCode(target) ? { "x-opencode-session": sessionId } : undefined;
}

function isOpenCode({ provider, baseUrl }: ClientIdentityTarget): boolean {
  return provider === "opencode" || provider === "opencode-go" || baseUrl.includes("opencode.ai");
}
