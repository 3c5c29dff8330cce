import { AiError, RequestError } from "../ai-error.ts";
import type { AssistantError } from "../contract/errors.ts";

export interface Failure {
  readonly message: string;
  readonly error: AssistantError;
}

/** Whatever was thrown while an answer was made, as the message keeps it. */
export function describeFailure(thrown: unknown, signal?: AbortSignal): Failure {
  if (signal?.aborted) return { message: "The request was aborted.", error: { code: "aborted" } };
  if (thrown instanceof RequestError) return { message: thrown.message, error: thrown.details };
  const code = thrown instanceof AiError && thrown.code === "unknown-model" ? "invalid-request" : "unknown";
  return { message: formatThrownValue(thrown), error: { code } };
}

export function formatThrownValue(value: unknown): string {
  if (value instanceof Error) return value.message || value.name;
  return JSON.stringify(value) ?? String(value);
}
