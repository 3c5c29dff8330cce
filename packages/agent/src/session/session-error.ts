import { AgentError } from "../errors.ts";

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
  | "unknown-entry";

/** A failed operation of a session. The entry to be written is not in the log; everything written before is. */
export class SessionError extends AgentError<SessionErrorCode> {}
