export type SessionErrorCode =
  | "closed"
  | "disk-full"
  | "future-version"
  | "invalid-id"
  | "io"
  | "locked"
  | "not-a-session"
  | "not-found"
  | "permission"
  | "read-only"
  | "unknown-entry";

/** What a session could not do. The entry it was asked to write is not in the log, and everything written before still is. */
export class SessionError extends Error {
  override readonly name = "SessionError";
  readonly code: SessionErrorCode;

  constructor(code: SessionErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
