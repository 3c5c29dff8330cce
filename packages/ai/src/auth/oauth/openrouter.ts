import { RequestError } from "../../ai-error.ts";
import { callJson } from "../../transport/call-json.ts";
import { obtainCode } from "./authorization-code.ts";
import type { OAuthProviderInterface } from "./types.ts";

const SITE = "https://openrouter.ai";

/** OpenRouter's public sign-in flow, which needs no client id and returns an API key of the user. */
export function openRouterSignIn(site = SITE): OAuthProviderInterface {
  return {
    id: "openrouter",
    name: "OpenRouter",
    getApiKey: (credentials) => credentials.access,
    // The key does not expire.
    refreshToken: async (credentials) => credentials,
    login: async (callbacks) => {
      const { code, verifier } = await obtainCode(
        { authorizeUrl: `${site}/auth`, parameters: {}, redirectParameter: "callback_url", stateInPath: true },
        callbacks,
      );
      const { ok, status, json } = await callJson({
        url: `${site}/api/v1/auth/keys`,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ code, code_verifier: verifier, code_challenge_method: "S256" }),
        signal: callbacks.signal,
      });
      const key = json?.key;
      if (!ok || typeof key !== "string") {
        throw new RequestError(`OpenRouter gave no key (HTTP ${status}). Try to sign in again.`, {
          code: "auth",
          status,
        });
      }
      return { access: key, refresh: "", expires: Number.MAX_SAFE_INTEGER };
    },
  };
}
