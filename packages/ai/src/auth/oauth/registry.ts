import { getProviderInfo, getProviders } from "../../providers/providers.ts";
import { configFromEnvironment, createOAuthProvider } from "./configured-provider.ts";
import { openRouterSignIn } from "./openrouter.ts";
import type { OAuthProviderInterface } from "./types.ts";

let providers: Map<string, OAuthProviderInterface> | undefined;

export function registerOAuthProvider(provider: OAuthProviderInterface): void {
  entries().set(provider.id, provider);
}

export function unregisterOAuthProvider(id: string): void {
  entries().delete(id);
}

export function getOAuthProvider(id: string): OAuthProviderInterface | undefined {
  return entries().get(id);
}

export function getOAuthProviders(): OAuthProviderInterface[] {
  return [...entries().values()];
}

export function resetOAuthProviders(): void {
  providers = undefined;
}

function entries(): Map<string, OAuthProviderInterface> {
  providers ??= new Map(builtIns().map((provider) => [provider.id, provider]));
  return providers;
}

/** Returns the providers known to offer a sign-in, and others for which the user has configured one. */
function builtIns(): OAuthProviderInterface[] {
  const known = [
    createOAuthProvider("anthropic", "Anthropic"),
    createOAuthProvider("openai-codex", "ChatGPT"),
    createOAuthProvider("github-copilot", "GitHub Copilot"),
    createOAuthProvider("google", "Google"),
    openRouterSignIn(),
  ];
  const others = getProviders().filter((id) => configFromEnvironment(id) && !known.some((each) => each.id === id));
  return [...known, ...others.map((id) => createOAuthProvider(id, getProviderInfo(id)?.name ?? id))];
}
