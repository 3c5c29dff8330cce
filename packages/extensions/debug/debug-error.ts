export type DebugErrorCode =
  | "bad-argument"
  | "no-session"
  | "session-active"
  | "no-adapter"
  | "not-started"
  | "not-supported"
  | "not-stopped"
  | "refused"
  | "timeout"
  | "ended";

/** A failure with a message for the model and the user. */
export class DebugError extends Error {
  readonly code: DebugErrorCode;

  constructor(code: DebugErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DebugError";
    this.code = code;
  }
}

/** Returns an error that passes on the message of its cause, after an introduction. */
export function causedBy(cause: unknown, code: DebugErrorCode, introduction: string): DebugError {
  return new DebugError(code, `${introduction}: ${messageOf(cause)}`, { cause });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
