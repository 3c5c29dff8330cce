import { TauError } from "../tau-error.ts";

export type ConfigErrorCode =
  | "locked"
  | "broken-file"
  | "command-failed"
  | "not-logged-in"
  | "package"
  | "invalid-input";

/** A configuration request that cannot be met. What is merely wrong in a file is a `FileDiagnostic` instead. */
export class ConfigError extends TauError<ConfigErrorCode> {
  override readonly name = "ConfigError";
}
