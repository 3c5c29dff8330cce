import { TauError } from "../tau-error.ts";

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
  | "request-failed"
  | "summary-failed";

/** A request that the session cannot fulfil in its current state. */
export class AgentSessionError extends TauError<SessionErrorCode> {
  override readonly name = "AgentSessionError";
}
