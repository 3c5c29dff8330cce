import type { Models, MutableModels } from "../collection/types.ts";
import { VERSION } from "../version.ts";

export type UserAgentMode = "short" | "detailed" | { custom: string };

export interface ClientAttribution {
  name: string;
  url: string;
  categories?: string[];
}

/** Who a program says it is. Tau's own requests always say `tau/<version>`. */
export interface ClientIdentity {
  userAgent?: UserAgentMode;
  attribution?: ClientAttribution | null;
  version?: string;
}

export interface ClientIdentityTarget {
  readonly provider: string;
  readonly baseUrl: string;
}

export const PI_ATTRIBUTION: ClientAttribution = {
  name: "tau",
  url: "https://www.npmjs.com/package/@tau/coding-agent",
};

export function mergeClientIdentity(...sources: (ClientIdentity | undefined)[]): ClientIdentity | undefined {
  const given = sources.filter((source) => source !== undefined);
  if (given.length === 0) return undefined;
  const fields = given.flatMap((source) => Object.entries(source).filter(([, value]) => value !== undefined));
  return Object.fromEntries(fields);
}

export function getClientVersion(identity?: ClientIdentity): string {
  return identity?.version ?? VERSION;
}

export function formatUserAgent(identity?: ClientIdentity): string {
  const mode = identity?.userAgent;
  if (typeof mode === "object") return mode.custom;
  return mode === "short" ? "tau" : `tau/${getClientVersion(identity)}`;
}

export function getAttributionHeaders(
  { provider, baseUrl }: ClientIdentityTarget,
  identity?: ClientIdentity,
): Record<string, string> {
  const attribution = identity?.attribution;
  const isRouter = provider === "openrouter" || baseUrl.includes("openrouter.ai");
  return attribution && isRouter ? { "x-title": attribution.name, "http-referer": attribution.url } : {};
}

export function getOpenCodeSessionHeaders(
  { baseUrl }: ClientIdentityTarget,
  sessionId: string | undefined,
): Record<string, string> | undefined {
  return sessionId && baseUrl.includes("opencode.ai") ? { "x-opencode-session": sessionId } : undefined;
}

export function getIdentityHeaders(target: ClientIdentityTarget, identity?: ClientIdentity): Record<string, string> {
  return { "user-agent": formatUserAgent(identity), ...getAttributionHeaders(target, identity) };
}

/** The same collection, whose requests carry this identity below the caller's own headers. */
export function withClientIdentity<T extends Models | MutableModels>(models: T, identity: ClientIdentity): T {
  const identified = Object.create(models) as T;
  const withHeaders = <O extends { headers?: Record<string, string | null> }>(
    target: ClientIdentityTarget,
    options: O | undefined,
  ) => ({ ...options, headers: { ...getIdentityHeaders(target, identity), ...options?.headers } }) as O;
  identified.stream = (model, context, options) => models.stream(model, context, withHeaders(model, options));
  identified.streamSimple = (model, context, options) =>
    models.streamSimple(model, context, withHeaders(model, options));
  identified.complete = (model, context, options) => identified.stream(model, context, options).result();
  identified.completeSimple = (model, context, options) => identified.streamSimple(model, context, options).result();
  return identified;
}
