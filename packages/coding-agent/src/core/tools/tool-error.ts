import { TauError } from "../tau-error.ts";

export type ToolErrorCode =
  | "not-found"
  | "not-a-file"
  | "not-a-directory"
  | "not-readable"
  | "not-writable"
  | "binary"
  | "too-large"
  | "invalid-argument"
  | "no-match"
  | "ambiguous-match"
  | "overlap"
  | "no-change"
  | "refused"
  | "unavailable"
  | "aborted";

/** An expected failure of a tool. The agent loop turns it into a result for the model, so the message says what to do next. */
export class ToolError extends TauError<ToolErrorCode> {
  override readonly name = "ToolError";
}
