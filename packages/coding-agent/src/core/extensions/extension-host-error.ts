import { TauError } from "../tau-error.ts";

export type ExtensionHostErrorCode =
  | "not-initialized"
  | "stale"
  | "load-failed"
  | "no-factory"
  | "invalid-registration"
  | "invalid-arguments"
  | "not-available";

/** Something the extension host refuses, with what to do instead. */
export class ExtensionHostError extends TauError<ExtensionHostErrorCode> {
  override readonly name: string;

  constructor(code: ExtensionHostErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    // The name by which extensions recognise an action that came too early.
    this.name = code === "not-initialized" ? "ExtensionRuntimeNotInitializedError" : "ExtensionHostError";
  }
}
