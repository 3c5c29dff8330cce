export type AssistantErrorCode =
  | "auth"
  | "rate-limit"
  | "overflow"
  | "network"
  | "invalid-request"
  | "server"
  | "aborted"
  | "unknown";

/** The machine-readable half of a failed answer. Never holds a key. */
export interface AssistantError {
  code: AssistantErrorCode;
  /** HTTP status, where there was an answer. */
  status?: number;
  /** How long the vendor asked to wait. */
  retryAfterMs?: number;
  /** Asking again would fail the same way, although failures of this code often pass. */
  permanent?: true;
  /** The vendor's answer as received, cut and with secrets masked, for the debug log. */
  body?: string;
}
