export type SshErrorCode =
  | "no-program"
  | "bad-host"
  | "bad-key"
  | "unknown-host-key"
  | "changed-host-key"
  | "not-authenticated"
  | "unreachable"
  | "lost"
  | "no-shell"
  | "bad-folder";

/** A failure of ssh itself. The message says what happened, to which host, and what to do. */
export class SshError extends Error {
  override readonly name = "SshError";
  readonly code: SshErrorCode;

  constructor(code: SshErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
