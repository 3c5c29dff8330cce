import type { AssistantMessage } from "../contract/messages.ts";
import { isContextOverflow } from "../overflow.ts";

/** Matches limits that waiting does not lift. */
const EXHAUSTED =
  /insufficient|quota.{0,20}exceeded|billing|\bbalance\b|credits?\b|payment|monthly limit|usage limit.{0,20}reached/i;

/** Matches temporary failures in answers of providers that report no code. */
const TRANSIENT = new RegExp(
  [
    "overloaded|rate.?limit|too many requests|resource.?exhausted|try again|retry (?:your request|delay)",
    "\\b(?:429|500|502|503|504|520|524|529)\\b|server.?error|internal.?error|provider.?returned.?error|unavailable",
    "timed? ?out|connection|connect error|network|socket|fetch failed|reset|terminated|other side closed|http2 request did not get",
    "getaddrinfo|ENOTFOUND|EAI_AGAIN|\\bEOF\\b|ended (?:early|without|before)|premature close",
  ].join("|"),
  "i",
);

/** Returns whether a failed answer may succeed on a retry. An overflow may not: it needs a shorter prompt. */
export function isRetryableAssistantError(message: AssistantMessage): boolean {
  if (message.stopReason !== "error" || isContextOverflow(message)) return false;
  if (message.error?.permanent) return false;
  const text = message.errorMessage ?? "";
  if (message.error?.status === 402 || EXHAUSTED.test(text)) return false;
  const code = message.error?.code;
  if (code && code !== "unknown") return code === "rate-limit" || code === "server" || code === "network";
  return TRANSIENT.test(text);
}

/** Returns whether a request with this HTTP status may succeed on a retry: time-outs, rate limits and server errors. */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}
