import { ownValue } from "../own-value.ts";
import { PROVIDERS, providerKeys } from "../providers/providers.ts";
import { hasBedrockCredentials, hasVertexCredentials } from "./ambient-credentials.ts";
import { type Environment, readVariable } from "./environment.ts";

/** Replaces a key if the machine itself is signed in and requests are signed elsewhere. */
export const AMBIENT_CREDENTIALS = "<authenticated>";

/** Returns the variables that currently hold a key for this provider; `undefined` if none does. Ignores ambient sign-in. */
export function findEnvKeys(provider: string, env?: Environment): string[] | undefined {
  const found = keyVariables(provider, env).filter((name) => readVariable(name, env));
  return found.length > 0 ? found : undefined;
}

/** Returns the key in the environment, which is read at every call. The value `<authenticated>` means ambient sign-in. */
export function getEnvApiKey(provider: string, env?: Environment): string | undefined {
  const [first] = findEnvKeys(provider, env) ?? [];
  const ambient = ownValue(PROVIDERS, provider)?.ambient;
  if (ambient === "aws") return first || hasBedrockCredentials(env) ? AMBIENT_CREDENTIALS : undefined;
  if (first) return readVariable(first, env);
  return ambient === "google" && hasVertexCredentials(env) ? AMBIENT_CREDENTIALS : undefined;
}

/** Returns the key variables, best first; the key of an enabled Foundry resource has precedence. */
export function keyVariables(provider: string, env?: Environment): readonly string[] {
  const known = providerKeys(provider);
  if (!isFoundryMode(provider, env)) return known;
  return [FOUNDRY_KEY_VARIABLE, ...known.filter((name) => name !== FOUNDRY_KEY_VARIABLE)];
}

export function isKeyRequired(provider: string): boolean {
  return providerKeys(provider).length > 0 && !ownValue(PROVIDERS, provider)?.isKeyOptional;
}

const FOUNDRY_KEY_VARIABLE = "ANTHROPIC_FOUNDRY_API_KEY";

/** Returns whether Anthropic's models are called on the user's own resource. */
export function isFoundryMode(provider: string, env?: Environment): boolean {
  return provider === "anthropic" && /^(?:1|true|yes|on)$/i.test(readVariable("CLAUDE_CODE_USE_FOUNDRY", env) ?? "");
}
