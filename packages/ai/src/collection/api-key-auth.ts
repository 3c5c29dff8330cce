import { fileExists } from "../auth/ambient-credentials.ts";
import { readVariable } from "../auth/environment.ts";
import type { ApiKeyAuth, AuthContext, AuthResult } from "./auth-types.ts";

/** Authenticates with a stored key, or else with the first of these variables that is set. */
export function envApiKeyAuth(name: string, envVars: readonly string[]): ApiKeyAuth {
  return {
    name,
    login: async (interaction) => ({
      type: "api_key",
      key: await interaction.prompt({ type: "secret", message: `${name}:` }),
    }),
    resolve: async ({ ctx, credential }): Promise<AuthResult | undefined> => {
      const env = credential?.env && { env: credential.env };
      if (credential?.key) return { auth: { apiKey: credential.key }, ...env, source: "stored key" };
      for (const variable of envVars) {
        const apiKey = credential?.env?.[variable] ?? (await ctx.env(variable));
        if (apiKey) return { auth: { apiKey }, ...env, source: variable };
      }
      return undefined;
    },
  };
}

/** Reads the environment and files of this process; a browser has neither. */
export function defaultProviderAuthContext(): AuthContext {
  return {
    env: async (name) => readVariable(name),
    fileExists: async (path) => fileExists(path.replace(/^~(?=\/|$)/, readVariable("HOME") ?? "")),
  };
}
