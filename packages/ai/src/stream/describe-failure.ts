import { AiError } from "../ai-error.ts";
import type { AssistantError } from "../contract/errors.ts";

export interface Failure {
  readonly message: string;
  readonly error: AssistantError;
}

/** Whatever was thrown while an answer was made, as the message keeps it. */
export function describeFailure(thrown: unknown, signal?: AbortSignal): Failure {
  if (signal?.aborted) return { message: "The request was aborted.", error: { code: "aborted" } };
  return { message: formatThrownValue(thrown), error: detailsOf(thrown) };
}

/** Errors that know what they mean to an answer carry it as `details`; of our others the code tells. */
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
    // A circle, or a number that JSON has no form for. Whatever is thrown, the answer it ends must end.
    return typeof value === "object" ? "Something was thrown that cannot be shown." : String(value);
  }
}
