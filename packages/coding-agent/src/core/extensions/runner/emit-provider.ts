import { ask, type Dispatch } from "./dispatch.ts";

/** Each handler sees the payload as the one before left it. */
export async function emitBeforeProviderRequest(dispatch: Dispatch, payload: unknown): Promise<unknown> {
  let current = payload;
  for (const registration of dispatch.handlersOf("before_provider_request")) {
    const event = { type: "before_provider_request" as const, payload: current };
    const answer = await ask<"before_provider_request">(dispatch, registration, event, dispatch.createContext());
    if (answer !== undefined) current = answer;
  }
  return current;
}

/** Handlers change the headers in place. */
export async function emitBeforeProviderHeaders(
  dispatch: Dispatch,
  headers: Record<string, string | null>,
): Promise<Record<string, string | null>> {
  for (const registration of dispatch.handlersOf("before_provider_headers")) {
    const event = { type: "before_provider_headers" as const, headers };
    await ask<"before_provider_headers">(dispatch, registration, event, dispatch.createContext());
  }
  return headers;
}
