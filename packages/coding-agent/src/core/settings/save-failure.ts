import { ConfigError } from "../json-file/index.ts";
import type { SettingsError } from "./settings-store.ts";

/** Returns an error that says why a setting was not saved and in which file. Keeps the error code. */
export function saveFailure({ path, scope, error }: SettingsError): Error {
  const message = `${path ?? `${scope} settings`}: ${error.message}`;
  if (error instanceof ConfigError) return new ConfigError(error.code, message, { cause: error });
  return Object.assign(new Error(message, { cause: error }), "code" in error ? { code: error.code } : {});
}
