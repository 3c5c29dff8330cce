import type { AssistantError, AssistantErrorCode } from "./contract/errors.ts";

export type AiErrorCode = AssistantErrorCode | "unknown-api" | "mismatched-api" | "unknown-model";

/** The base of every error this package throws or puts into a failed answer. */
export class AiError<Code extends string = AiErrorCode> extends Error {
  readonly code: Code;

  constructor(message: string, { code, cause }: { code: Code; cause?: unknown }) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "AiError";
    this.code = code;
  }
}

/** A failed request. Its details become `AssistantMessage.error`. */
export class RequestError extends AiError {
  readonly details: AssistantError;

  constructor(message: string, { cause, ...details }: AssistantError & { cause?: unknown }) {
    super(message, { code: details.code, cause });
    this.name = "RequestError";
    this.details = details;
  }
}
