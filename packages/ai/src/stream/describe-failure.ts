import { AiError } from "../ai-error.ts";
import type { AssistantError } from "../contract/errors.ts";

export interface Failure {
  readonly message: string;
  readonly error: AssistantError;
}

/** Describes an error thrown during an answer, in the form that the message stores. */
export function describeFailure(thrown: unknown, signal?: AbortSignal): Failure {
  if (signal?.aborted) return { message: "The request was aborted.", error: { code: "aborted" } };
  return { message: formatThrownValue(thrown), error: detailsOf(thrown) };
}

/** Returns the `details` of errors that have them, and otherwise derives them from the code. */
function detailsOf(thrown: unknown): AssistantError {
  const { details } = (thrown ?? {}) as { details?: AssistantError };
  if (thrown instanceof Error && typeof details?.code === "string") return details;
  if (!(thrown instanceof AiError)) return { code: "unknown" };
  const { code } = thrown;
  const isCallersFault = code === "unknown-model" || code === "unknown-api" || code === "mismatched-api";
  return { code: isCallersFault ? "invalid-request" : code };
}

export function formatThrownValue(value: unknown): string {
  if (value instanceof Error) return value.message || value.name;
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // A circular reference, or a value that JSON cannot represent. Whatever was thrown, the answer must end.
    return typeof value === "object" ? "Something was thrown that cannot be shown." : String(value);
  }
}
