export type ConfigErrorCode =
  | "locked"
  | "broken-file"
  | "command-failed"
  | "not-logged-in"
  | "package"
  | "invalid-input";

/** A configuration request that cannot be met. What is merely wrong in a file is a `FileDiagnostic` instead. */
export class ConfigError extends Error {
  readonly code: ConfigErrorCode;

  constructor(code: ConfigErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ConfigError";
    this.code = code;
  }
}
