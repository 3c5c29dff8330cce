import { AgentError } from "../errors.ts";

export type CompactionErrorCode = "aborted" | "failed" | "nothing-to-hand-off";

/** A summary could not be made. The session is unchanged. */
export class CompactionError extends AgentError<CompactionErrorCode> {}
