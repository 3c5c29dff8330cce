export type AssistantErrorCode =
  | "auth"
  | "rate-limit"
  | "overflow"
  | "network"
  | "invalid-request"
  | "server"
  | "aborted"
  | "unknown";

/** The machine-readable part of a failed answer. Never contains a key. */
export interface AssistantError {
  code: AssistantErrorCode;
  /** HTTP status, if there was a response. */
  status?: number;
  /** How long the vendor asked to wait, in milliseconds. */
  retryAfterMs?: number;
  /** A retry would fail the same way, although failures with this code are often temporary. */
  permanent?: true;
  /** The vendor's response, shortened and with secrets masked, for the debug log. */
  body?: string;
}
