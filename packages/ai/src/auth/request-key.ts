import { RequestError } from "../ai-error.ts";
import type { BaseModel } from "../contract/model.ts";
import type { ProviderRequestOptions } from "../contract/options.ts";
import { findEnvKeys, getEnvApiKey, isKeyRequired, keyVariables } from "./env-keys.ts";

type Served = Pick<BaseModel, "provider">;
type KeyOptions = Pick<ProviderRequestOptions, "apiKey" | "env">;

/** Returns the key of a request: the caller's, or else the environment's. Throws if the provider requires a key and there is none. */
export function requestKey(model: Served, options: KeyOptions): string | undefined {
  // Keys from files and clipboards often end with a newline.
  const key = (options.apiKey || getEnvApiKey(model.provider, options.env))?.trim();
  if (key || !isKeyRequired(model.provider)) return key;
  throw new RequestError(
    `No key for ${model.provider}. Set ${keyVariables(model.provider, options.env).join(" or ")}, or sign in.`,
    { code: "auth" },
  );
}

/** Returns the variable to name when a key is refused: the one that holds it, or else the most usual one. */
export function keyVariable(model: Served, options: KeyOptions): string | undefined {
  const [inUse] = findEnvKeys(model.provider, options.env) ?? [];
  const known = keyVariables(model.provider, options.env);
  return inUse ?? known.find((name) => name.endsWith("API_KEY")) ?? known[0];
}
