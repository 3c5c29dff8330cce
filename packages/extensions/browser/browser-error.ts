export type BrowserErrorCode =
  | "invalid-arguments"
  | "no-browser"
  | "start-failed"
  | "connect-failed"
  | "no-target"
  | "not-alive"
  | "busy"
  | "navigation"
  | "stale-element"
  | "timeout"
  | "too-large";

/** A failure that the model reads. */
export class BrowserError extends Error {
  override readonly name = "BrowserError";
  readonly code: BrowserErrorCode;

  constructor(code: BrowserErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
