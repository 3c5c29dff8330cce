import { RequestError } from "../ai-error.ts";

/** The number a service must have given. */
export function requireNumber(question: string, answer: unknown, field: string): number {
  const value = (answer as Record<string, unknown> | undefined)?.[field];
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw malformed(question, `no ${field}`);
}

export function malformed(question: string, why: string): RequestError {
  return new RequestError(`The answer to "${question}" makes no sense: ${why}. Check that the model's api is right.`, {
    code: "server",
  });
}
