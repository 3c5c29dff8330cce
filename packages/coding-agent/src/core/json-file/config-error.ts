import { TauError } from "../tau-error.ts";

export type ConfigErrorCode =
  | "locked"
  | "broken-file"
  | "command-failed"
  | "not-logged-in"
  | "package"
  | "invalid-input";

/** Thrown when a configuration request cannot be met. Mistakes in a file are reported as a `FileDiagnostic` instead. */
export class ConfigError extends TauError<ConfigErrorCode> {
  override readonly name = "ConfigError";
}
