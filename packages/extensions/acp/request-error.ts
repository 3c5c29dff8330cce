import { RequestError } from "@agentclientprotocol/sdk";

export const signInText =
  "Tau uses the keys in your environment and the sign-ins of its own. To add one, run tau in a terminal and type /login.";

/** Rethrows an error of Tau in the form that clients understand. */
export function asRequestError(error: unknown, sessionId?: string): never {
  if (error instanceof RequestError) throw error;
  const { code, message = String(error) } = error as { code?: unknown; message?: string };
  if (code === "no-model" || code === "no-credentials") throw RequestError.authRequired(undefined, message);
  if (code === "missing-file" && sessionId !== undefined) throw RequestError.sessionNotFound(sessionId);
  if (code === "missing-folder") throw RequestError.invalidParams(undefined, message);
  throw RequestError.internalError(undefined, message);
}
