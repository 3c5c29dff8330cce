import { keyVariables } from "../auth/env-keys.ts";
import { ownValue } from "../own-value.ts";
import { PROVIDERS } from "../providers/providers.ts";
import { envApiKeyAuth } from "./api-key-auth.ts";
import type { ApiKeyAuth, OAuthAuth, ProviderAuth } from "./auth-types.ts";

/** Providers whose sign-in is built in. */
const SIGN_INS: ReadonlySet<string> = new Set(["anthropic", "github-copilot", "openai-codex", "openrouter"]);

/** Returns how requests to a provider of the catalogue get their credentials. */
export function builtinAuth(id: string, name: string): ProviderAuth {
  const byKey = envApiKeyAuth(`${name} key`, keyVariables(id));
  const vendor = ownValue(PROVIDERS, id)?.ambient;
  return {
    apiKey: vendor ? withAmbient(byKey, vendor) : byKey,
    ...(SIGN_INS.has(id) && { oauth: lazySignIn(id, name) }),
  };
}

/** Without a key, the machine's own sign-in is used; the request reads and signs with it. */
function withAmbient(auth: ApiKeyAuth, vendor: "aws" | "google"): ApiKeyAuth {
  return {
    ...auth,
    resolve: async (input) => {
      const found = await auth.resolve(input);
      if (found) return found;
      const { findAmbientSource } = await import("./ambient-source.ts");
      const env = input.credential?.env;
      const source = await findAmbientSource(
        vendor,
        async (key) => env?.[key] || (await input.ctx.env(key)),
        input.ctx,
      );
      return source === undefined ? undefined : { auth: {}, ...(env && { env }), source };
    },
  };
}

function lazySignIn(id: string, name: string): OAuthAuth {
  const load = async () => (await import("./built-in-sign-in.ts")).builtInSignIn(id, name);
  return {
    name,
    login: async (interaction) => (await load()).login(interaction),
    refresh: async (credential, signal) => (await load()).refresh(credential, signal),
    toAuth: async (credential) => (await load()).toAuth(credential),
  };
}
