import { RequestError } from "../ai-error.ts";
import { SIGNS_OF_LIFE_FACTOR } from "../limits.ts";
import { maskSecrets } from "./mask-secrets.ts";
import type { SilenceWatch } from "./silence-watch.ts";

/** Describes a request without an answer or with a lost connection: what happened to which host, and what to do. */
export function networkError(url: string, thrown: unknown, secrets: readonly string[] = []): RequestError {
  if (thrown instanceof RequestError) return thrown;
  const host = hostOf(url);
  const code = errorCode(thrown);
  const reason = maskSecrets(plain(deepestMessage(thrown)), secrets);
  if (code === "ERR_INVALID_CHAR") return invalidHeader(reason, thrown);
  const permanent = isTlsFailure(code, reason) && { permanent: true as const };
  return new RequestError(explain(host, code, reason), {
    code: "network",
    ...permanent,
    body: code ?? reason,
    cause: thrown,
  });
}

/** Describes a request with an invalid header. Nothing was sent. */
function invalidHeader(reason: string, cause: unknown): RequestError {
  const [, name] = /\["([^"]+)"\]/.exec(reason) ?? [];
  return new RequestError(
    `The header ${name ?? "of the request"} holds a character that cannot be sent. Check the key and the headers for line breaks and for quotes or dashes that were pasted along.`,
    { code: "invalid-request", cause },
  );
}

export function silenceError(url: string, { timeoutMs, isAlive }: SilenceWatch): RequestError {
  const what = isAlive ? "signs of life but no part of its answer" : "nothing";
  const seconds = Math.round((timeoutMs * (isAlive ? SIGNS_OF_LIFE_FACTOR : 1)) / 1000);
  return new RequestError(
    `${hostOf(url)} sent ${what} for ${seconds} s. Try again, or raise the timeout for a slow server.`,
    { code: "network" },
  );
}

function explain(host: string, code: string | undefined, reason: string): string {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `The name ${host} could not be resolved (${code}). Check the network connection and the base URL.`;
  }
  if (code === "ECONNREFUSED")
    return `Nothing accepts connections at ${host}. Is the server running, and the base URL right?`;
  if (code && TIMEOUTS.has(code))
    return `${host} did not answer in time (${code}). Check the network connection or proxy.`;
  if (code && RESETS.has(code)) return `The connection to ${host} was lost (${code}). Try again.`;
  if (isTlsFailure(code, reason)) return explainTls(host, code, reason);
  return `The request to ${host} failed: ${reason}.`;
}

/**
 * Returns whether TLS failed in a way that a retry does not fix. A connection lost during the TLS handshake counts as a lost connection.
 */
function isTlsFailure(code: string | undefined, reason: string): boolean {
  if (code && (RESETS.has(code) || TIMEOUTS.has(code))) return false;
  return reason === NOT_TLS || TLS.test(`${code} ${reason}`);
}

function explainTls(host: string, code: string | undefined, reason: string): string {
  if (reason === NOT_TLS)
    return `${host} does not answer in TLS. Check that the base URL should begin with https, and its port.`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `The certificate of ${host} is for another name: ${reason}. Check the base URL.`;
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID")
    return `The certificate of ${host} is not valid now (${code}). Check this machine's clock, or tell who runs the server.`;
  return `No secure connection to ${host}: ${reason}. If the server or a proxy before it has an authority of its own, set NODE_EXTRA_CA_CERTS to its PEM file (or NODE_USE_SYSTEM_CA=1 if this machine trusts it) and start again.`;
}

const NOT_TLS = "wrong version number";

/** Shortens a message to one line; of a TLS failure it keeps only the reason, without source locations and Node's advice. */
function plain(message: string): string {
  const [, reason] = /:SSL routines:[^:]*:([^:]+):/.exec(message) ?? [];
  return (reason ?? message)
    .replace(/; if the root CA .*/s, "")
    .replace(/\s+/g, " ")
    .trim();
}

const TIMEOUTS = new Set(["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
const RESETS = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "ECONNABORTED", "ERR_STREAM_PREMATURE_CLOSE"]);
const TLS = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|certificate/;

function errorCode(thrown: unknown): string | undefined {
  for (const error of causes(thrown)) {
    const { code } = error as { code?: unknown };
    if (typeof code === "string") return code;
  }
  return undefined;
}

function deepestMessage(thrown: unknown): string {
  const chain = [...causes(thrown)];
  const named = chain.reverse().find((error) => error.message);
  return (named?.message ?? String(thrown)).replace(/\.$/, "");
}

/** Yields the chain of causes. For an AggregateError (all addresses of a host failed) the first error counts. */
function* causes(thrown: unknown): Generator<Error> {
  let error: unknown = thrown;
  for (let depth = 0; depth < 5 && error instanceof Error; depth++) {
    yield error;
    error = error.cause ?? (error as AggregateError).errors?.[0];
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
