import { RequestError } from "../ai-error.ts";
import type { BaseModel } from "../contract/model.ts";
import type { ProviderRequestOptions } from "../contract/options.ts";
import { findEnvKeys, getEnvApiKey, isKeyRequired, keyVariables } from "./env-keys.ts";

type Served = Pick<BaseModel, "provider">;
type KeyOptions = Pick<ProviderRequestOptions, "apiKey" | "env">;

/** The key a request is sent with: the caller's, else the environment's. Throws where the provider cannot do without. */
export function requestKey(model: Served, options: KeyOptions): string | undefined {
  // Keys come from files and clipboards, with the line's end.
  const key = (options.apiKey || getEnvApiKey(model.provider, options.env))?.trim();
  if (key || !isKeyRequired(model.provider)) return key;
  throw new RequestError(
    `No key for ${model.provider}. Set ${keyVariables(model.provider, options.env).join(" or ")}, or sign in.`,
    { code: "auth" },
  );
}

/** The variable to name when a key is refused: the one that holds it, or the one most would set. */
export function keyVariable(model: Served, options: KeyOptions): string | undefined {
  const [inUse] = findEnvKeys(model.provider, options.env) ?? [];
  const known = keyVariables(model.provider, options.env);
  return inUse ?? known.find((name) => name.endsWith("API_KEY")) ?? known[0];
}
