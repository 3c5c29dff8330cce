import type { OAuthAuth } from "../collection/auth-types.ts";
import type { Model } from "../contract/model.ts";
import { getSupportedThinkingLevels } from "../models/thinking-levels.ts";
import { VERSION } from "../version.ts";

/** Constants and aliases that programs for the older interface import by name. */
export const PI_AI_VERSION = VERSION;
export const ANTHROPIC_AUTH_TOKEN_ENV = "ANTHROPIC_AUTH_TOKEN";
export const ANTHROPIC_OAUTH_TOKEN_ENV = "ANTHROPIC_OAUTH_TOKEN";
export const ANTHROPIC_API_KEY_ENV = "ANTHROPIC_API_KEY";
export const ANTHROPIC_FEDERATION_RULE_ID_ENV = "ANTHROPIC_FEDERATION_RULE_ID";
export const ANTHROPIC_ORGANIZATION_ID_ENV = "ANTHROPIC_ORGANIZATION_ID";
export const ANTHROPIC_SERVICE_ACCOUNT_ID_ENV = "ANTHROPIC_SERVICE_ACCOUNT_ID";
export const ANTHROPIC_IDENTITY_TOKEN_FILE_ENV = "ANTHROPIC_IDENTITY_TOKEN_FILE";
export const ANTHROPIC_WORKSPACE_ID_ENV = "ANTHROPIC_WORKSPACE_ID";

export function supportsXhigh(model: Model): boolean {
  return getSupportedThinkingLevels(model).includes("xhigh");
}

/** Creates a sign-in whose code is loaded at its first use. */
export function lazyOAuth(input: {
  name: string;
  isSubscription?: boolean;
  loginLabel?: string;
  load: () => Promise<OAuthAuth>;
}): OAuthAuth {
  const { load, ...shown } = input;
  let loading: Promise<OAuthAuth> | undefined;
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  return {
    ...shown,
    login: async (interaction) => (await loaded()).login(interaction),
    refresh: async (credential, signal) => (await loaded()).refresh(credential, signal),
    toAuth: async (credential) => (await loaded()).toAuth(credential),
  };
}
