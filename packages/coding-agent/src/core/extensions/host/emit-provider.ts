import type { CacheWarmingAction, CacheWarmingDecisionEvent } from "../contract/index.ts";
import { ask, type Dispatch } from "./dispatch.ts";

/** Calls the handlers in order; each sees the payload that the previous one returned. */
export async function emitBeforeProviderRequest(dispatch: Dispatch, payload: unknown): Promise<unknown> {
  let current = payload;
  for (const registration of dispatch.handlersOf("before_provider_request")) {
    const event = { type: "before_provider_request" as const, payload: current };
    const answer = await ask<"before_provider_request">(dispatch, registration, event, dispatch.createContext());
    if (answer !== undefined) current = answer;
  }
  return current;
}

/** Lets the handlers change the headers in place. */
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

/** Returns the action of the last handler that names one. */
export async function emitCacheWarmingDecision(
  dispatch: Dispatch,
  decision: Omit<CacheWarmingDecisionEvent, "type">,
): Promise<CacheWarmingAction> {
  let { action } = decision;
  for (const registration of dispatch.handlersOf("cache_warming_decision")) {
    const event = { type: "cache_warming_decision" as const, ...decision };
    const answer = await ask<"cache_warming_decision">(dispatch, registration, event, dispatch.createContext());
    action = answer?.action ?? action;
  }
  return action;
}
