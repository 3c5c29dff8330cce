export type SessionErrorCode =
  | "attachment"
  | "busy"
  | "closed"
  | "no-model"
  | "no-credentials"
  | "unknown-entry"
  | "not-queueable"
  | "missing-file"
  | "missing-folder"
  | "nothing-to-do"
  | "summary-failed";

/** A request that the session cannot meet in its present state. */
export class AgentSessionError extends Error {
  readonly code: SessionErrorCode;

  constructor(code: SessionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AgentSessionError";
    this.code = code;
  }
}
