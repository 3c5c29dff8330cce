import { loginCallbacks } from "../auth/oauth/login-callbacks.ts";
import { getOAuthProvider } from "../auth/oauth/registry.ts";
import type { OAuthProviderInterface } from "../auth/oauth/types.ts";
import type { OAuthAuth } from "./auth-types.ts";

/** The sign-in that is registered for a provider, in the shape of a provider object. */
export function builtInSignIn(id: string, name: string): OAuthAuth {
  return {
    name,
    login: async (interaction) => ({ ...(await signInOf(id).login(loginCallbacks(interaction))), type: "oauth" }),
    refresh: async (credential, signal) => ({
      ...(await signInOf(id).refreshToken(credential, signal)),
      type: "oauth",
    }),
    toAuth: async (credential) => ({ apiKey: signInOf(id).getApiKey(credential) }),
  };
}

function signInOf(id: string): OAuthProviderInterface {
  const found = getOAuthProvider(id);
  if (!found) throw new TypeError(`The sign-in of ${id} was removed.`);
  return found;
}
