import { TauError } from "../tau-error.ts";

export type ExtensionHostErrorCode =
  | "not-initialized"
  | "stale"
  | "load-failed"
  | "no-factory"
  | "invalid-registration"
  | "invalid-arguments"
  | "not-permitted"
  | "not-available";

/** A refusal by the extension host. The message says what to do instead. */
export class ExtensionHostError extends TauError<ExtensionHostErrorCode> {
  override readonly name: string;

  constructor(code: ExtensionHostErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    // Extensions recognise an action that was called too early by this name.
    this.name = code === "not-initialized" ? "ExtensionRuntimeNotInitializedError" : "ExtensionHostError";
  }
}
