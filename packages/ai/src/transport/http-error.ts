import { RequestError } from "../ai-error.ts";
import type { AssistantErrorCode } from "../contract/errors.ts";
import { isOverflowText } from "../overflow-text.ts";
import { keptBody, shownText } from "./body/server-text.ts";
import { maskSecrets } from "./mask-secrets.ts";

export interface HttpFailure {
  readonly provider: string;
  readonly url: string;
  readonly status: number;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly retryAfterMs?: number | undefined;
  /** The new URL, if the server has moved. */
  readonly location?: string | undefined;
  /** The environment variable for the key, named in the advice. */
  readonly keyVariable?: string | undefined;
}

const SHOWN_TEXT = 1_000;

/** Converts an answer with an error status into an error with advice for the user. */
export function httpError(failure: HttpFailure): RequestError {
  const { provider, status } = failure;
  const body = maskSecrets(failure.body, failure.secrets);
  const said = vendorMessage(body);
  const code = classify(status, said);
  const head = `${provider} ${VERDICT[code]} (HTTP ${status})`;
  const advice = adviceFor(code, said, failure);
  const message = [said ? `${head}: ${endSentence(said)}` : `${head}.`, advice].filter(Boolean).join(" ");
  return new RequestError(message, {
    code,
    status,
    ...(failure.retryAfterMs !== undefined && { retryAfterMs: failure.retryAfterMs }),
    ...(body && { body: keptBody(body) }),
  });
}

/** Same as `httpError`, for an error object inside a stream that started successfully. */
export function streamError(provider: string, error: unknown, secrets: readonly string[] = []): RequestError {
  const body = maskSecrets(typeof error === "string" ? error : JSON.stringify(error), secrets);
  const said = vendorMessage(body) || body;
  const kind = typeof error === "object" && error !== null ? vendorKind(error as Record<string, unknown>) : "";
  const code = classifyText(`${kind} ${said}`) ?? "server";
  const label = kind && !said.includes(kind) ? `${kind}: ` : "";
  const message = [`${provider} ${VERDICT[code]}: ${endSentence(label + said)}`, ADVICE[code]];
  return new RequestError(message.filter(Boolean).join(" "), { code, body: keptBody(body) });
}

/** Returns the readable message in an error body: from JSON in the known vendor formats, the title of an HTML page, or the text itself. */
export function vendorMessage(body: string): string {
  const text = body.trim();
  if (text === "") return "";
  if (/^\s*<(?:!doctype|html|\?xml|head|body)/i.test(text)) return pageTitle(text);
  try {
    const found = messageIn(JSON.parse(text));
    if (found) return shownText(found, SHOWN_TEXT);
    if (/^[[{][\s[\]{}]*$/.test(text)) return "";
  } catch {
    // Not JSON: the text is the message.
  }
  return shownText(text, SHOWN_TEXT);
}

const VERDICT: Record<AssistantErrorCode, string> = {
  auth: "refused the credentials",
  "rate-limit": "is limiting requests",
  overflow: "says the prompt is too long",
  network: "could not be reached",
  "invalid-request": "refused the request",
  server: "failed",
  aborted: "was interrupted",
  unknown: "failed",
};

function classify(status: number, said: string): AssistantErrorCode {
  if (status === 413 || isOverflowText(said)) return "overflow";
  if (status === 401 || status === 403 || status === 407) return "auth";
  if (status === 429 || status === 402) return "rate-limit";
  if (status >= 500 || status === 408) return "server";
  return classifyText(said) === "auth" ? "auth" : "invalid-request";
}

function classifyText(said: string): AssistantErrorCode | undefined {
  if (isOverflowText(said)) return "overflow";
  if (/rate.?limit|too many requests|throttl|quota|resource_exhausted/i.test(said)) return "rate-limit";
  if (/authentication|unauthori[sz]ed|invalid.{0,10}api.?key|api.?key not valid|permission_error/i.test(said)) {
    return "auth";
  }
  if (/invalid_request|bad request|validation/i.test(said)) return "invalid-request";
  return undefined;
}

/** Advice if only the kind of failure is known. */
const ADVICE: Partial<Record<AssistantErrorCode, string>> = {
  auth: "Check the key.",
  "rate-limit": "Wait a little and try again.",
  overflow: "Compact the session or start a new one.",
  server: "Try again, or choose another model.",
};

function adviceFor(code: AssistantErrorCode, said: string, failure: HttpFailure): string | undefined {
  const { status, retryAfterMs, location, keyVariable, url } = failure;
  if (status === 407) return "Check the user and password of the proxy in HTTP_PROXY.";
  if (status === 402) return "Check the account's balance.";
  if (location) return `It has moved to ${shownAddress(location)}: set the base URL to where that is.`;
  if (code === "auth" && keyVariable) return `Check ${keyVariable}, or sign in again.`;
  if (code === "rate-limit" && retryAfterMs !== undefined)
    return `It asks to wait ${Math.ceil(retryAfterMs / 1000)} s.`;
  const isUnexplained = code === "invalid-request" && said === "";
  if (status === 404 || isUnexplained) return `Check the model id and the base URL (${shownAddress(url)}).`;
  return ADVICE[code];
}

/** Finds the message in `{error: {message}}`, `{error: "…"}`, `{message}`, `{detail}`, `{errors: [{message}]}`, and lists of these. */
function messageIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === "string") return depth === 0 ? undefined : value;
  if (Array.isArray(value)) return messageIn(value[0], depth + 1);
  if (typeof value !== "object" || value === null || depth > 4) return undefined;
  const record = value as Record<string, unknown>;
  for (const field of ["metadata", "error", "message", "Message", "detail", "msg", "errors", "reason"]) {
    const found = field === "metadata" ? upstreamMessage(record[field]) : messageIn(record[field], depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** Reads the message of the upstream server, which routers put as text into `metadata.raw`. */
function upstreamMessage(metadata: unknown): string | undefined {
  const raw = (metadata as { raw?: unknown } | undefined)?.raw;
  return typeof raw === "string" && raw !== "" ? vendorMessage(raw) : undefined;
}

function vendorKind(error: Record<string, unknown>): string {
  const inner = (typeof error.error === "object" && error.error) || error;
  const { type, code, status } = inner as Record<string, unknown>;
  return [type, code, status].filter((part) => typeof part === "string" && part !== "error").join(" ");
}

function pageTitle(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim() ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(html)?.[1];
  return `an HTML page${title ? ` ("${shownText(title, SHOWN_TEXT)}")` : ""}; a proxy or a wrong base URL may be in between`;
}

/** Removes the query and the password from a URL for messages. */
function shownAddress(url: string): string {
  return (url.split("?")[0] ?? url).replace(/^(\w+:\/\/)[^/]*@/, "$1");
}

export function endSentence(text: string): string {
  return /[.!?…)\]}]$/.test(text) ? text : `${text}.`;
}
