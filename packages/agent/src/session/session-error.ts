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

/** What a session could not do. The entry it was asked to write is not in the log, and everything written before still is. */
export class SessionError extends AgentError<SessionErrorCode> {}
