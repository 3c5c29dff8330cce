import { AiError } from "../ai-error.ts";
import type { AssistantError } from "../contract/errors.ts";
import { formatThrownValue } from "../stream/describe-failure.ts";

export type ModelsErrorCode = "model_source" | "model_validation" | "provider" | "stream" | "auth" | "oauth";

/** An error around a request: with its model, its provider or its credentials. */
export class ModelsError extends AiError<ModelsErrorCode> {
  /** The details for a failed answer. */
  readonly details: AssistantError;

  constructor(code: ModelsErrorCode, message: string, options?: { cause?: unknown }) {
    const cause = options?.cause === undefined ? "" : formatThrownValue(options.cause);
    super(cause && !message.includes(cause) ? `${message}: ${cause}` : message, { code, ...options });
    this.name = "ModelsError";
    this.details = { code: code === "auth" || code === "oauth" ? "auth" : "invalid-request" };
  }
}
