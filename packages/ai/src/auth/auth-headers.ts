import type { BaseModel } from "../contract/model.ts";
import { ownValue } from "../own-value.ts";

export type AuthScheme = "bearer" | "x-api-key" | "api-key" | "x-goog-api-key" | "cf-aig";

/** Providers that expect their key in another header than their protocol implies. */
const PROVIDER_SCHEMES: Readonly<Record<string, AuthScheme>> = {
  azure: "api-key",
  "cloudflare-ai-gateway": "cf-aig",
  "github-copilot": "bearer",
  openrouter: "bearer",
};

export function authHeaders(
  model: Pick<BaseModel, "provider">,
  key: string | undefined,
  usual: AuthScheme,
): Record<string, string> {
  if (!key) return {};
  const scheme = ownValue(PROVIDER_SCHEMES, model.provider) ?? usual;
  if (scheme === "bearer") return { authorization: `Bearer ${key}` };
  if (scheme === "cf-aig") return { "cf-aig-authorization": `Bearer ${key}` };
  return { [scheme]: key };
}
