import { RequestError } from "../ai-error.ts";
import type { BaseModel } from "../contract/model.ts";
import type { ProviderRequestOptions } from "../contract/options.ts";
import { LONGEST_STREAM, tooLong } from "../limits.ts";
import { isRetryableStatus } from "../retry/is-retryable.ts";
import { retryAfterMs, transportDelayMs } from "../retry/retry-delay.ts";
import { bodyText, type RequestBody, requestBody } from "./body/request-body.ts";
import { pageInsteadOfStream } from "./body/unexpected-body.ts";
import { getIdentityHeaders, getOpenCodeSessionHeaders } from "./client-identity.ts";
import { type ClientCertificate, callHttp, type HttpReply } from "./connection/http-call.ts";
import { httpError } from "./http-error.ts";
import { secretsIn } from "./mask-secrets.ts";
import { SilenceWatch } from "./silence-watch.ts";
import { sleep } from "./sleep.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** One request of a protocol, complete except for the common headers. */
export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | null>>;
  /** Sent as JSON; a request without one is a GET. */
  readonly body?: unknown;
  /** Called with the final headers and body of each attempt, for authentication schemes that sign them. */
  readonly sign?: (request: SignableRequest) => Promise<Record<string, string>>;
  readonly identity?: ClientCertificate | undefined;
  /** The environment variable for the key, named in the advice after a refusal. */
  readonly keyVariable?: string | undefined;
}

export interface SignableRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpAnswer {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** Secrets that must not appear in a message made from this answer. */
  readonly secrets: readonly string[];
  /**
   * Must be called at the start of reading and for each part of the answer. After the first call, other bytes keep the answer alive only
   * for a few times `timeoutMs`.
   */
  progressed?(): void;
}

const DEFAULT_RETRIES = 2;
export const DEFAULT_SILENCE_MS = 300_000;
const DEFAULT_LONGEST_WAIT_MS = 60_000;

/**
 * Sends a request until it succeeds. Retries after temporary failures (408, 429, 5xx) and lost connections, after the time the server asks
 * for or a growing delay of our own. Throws a RequestError for other failures, for silence longer than `timeoutMs`, also in the middle of
 * the body, and for a body above the limits.
 */
export async function send<TModel extends BaseModel>(
  model: TModel,
  request: HttpRequest,
  options: ProviderRequestOptions<TModel> = {},
): Promise<HttpAnswer> {
  const hasBody = request.body !== undefined;
  const changed = hasBody ? await unlessAborted(options.onPayload?.(request.body, model), options.signal) : undefined;
  const attempt = prepare(model, request, hasBody ? requestBody(changed ?? request.body) : undefined, options);
  const retries = options.maxRetries ?? DEFAULT_RETRIES;
  for (let count = 0; ; count++) {
    try {
      return await sendOnce(attempt);
    } catch (error) {
      options.signal?.throwIfAborted();
      const wait = count < retries ? waitBefore(error, count, options) : undefined;
      if (wait === undefined) throw error;
      await sleep(wait, options.signal);
    }
  }
}

interface Attempt<TModel extends BaseModel> extends Pick<SignableRequest, "url" | "headers"> {
  readonly body: RequestBody | undefined;
  readonly model: TModel;
  readonly request: HttpRequest;
  readonly options: ProviderRequestOptions<TModel>;
  readonly secrets: readonly string[];
}

function prepare<TModel extends BaseModel>(
  model: TModel,
  request: HttpRequest,
  body: RequestBody | undefined,
  options: ProviderRequestOptions<TModel>,
): Attempt<TModel> {
  const headers = requestHeaders(model, request, options);
  return { model, request, options, secrets: secretsIn(headers), url: request.url, headers, body };
}

/** Returns all headers of a request: ours, then those of the model, the protocol and the caller. */
export function requestHeaders(
  model: BaseModel,
  request: HttpRequest,
  options: Pick<ProviderRequestOptions, "headers" | "identity"> & { sessionId?: string },
): Record<string, string> {
  return mergeHeaders(
    { "content-type": "application/json", accept: "text/event-stream" },
    getIdentityHeaders(model, options.identity),
    getOpenCodeSessionHeaders(model, options.sessionId),
    model.headers,
    request.headers,
    options.headers,
  );
}

async function sendOnce<TModel extends BaseModel>(attempt: Attempt<TModel>): Promise<HttpAnswer> {
  const { model, request, options } = attempt;
  const signed = (await request.sign?.({ ...attempt, body: bodyText(attempt.body ?? "") })) ?? {};
  const secrets = [...attempt.secrets, ...secretsIn(signed)];
  const silence = new SilenceWatch(options.timeoutMs ?? DEFAULT_SILENCE_MS);
  const connection = { url: request.url, silence, secrets };
  const answer = await callOnce(attempt, signed, silence).catch(async (error) => {
    throw await failed(connection, error);
  });
  silence.received();
  const { status, headers } = answer;
  try {
    await unlessAborted(options.onResponse?.({ status, headers: { ...headers } }, model), options.signal);
  } catch (error) {
    // The body will not be read: close its connection and stop its timer.
    silence.abandon();
    throw error;
  }
  const isPage = headers["content-type"]?.startsWith("text/html") ?? false;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && !isPage) {
    return { headers, body: readBody(answer.body, connection), secrets, progressed: () => silence.progressed() };
  }
  const { readErrorText } = await import("./body/read-error-text.ts");
  const body = await readErrorText(answer.body, () => silence.abandon());
  silence.stop();
  if (isSuccess) throw pageInsteadOfStream(model.provider, body, secrets);
  throw httpError({
    provider: model.provider,
    url: request.url,
    status,
    body,
    secrets,
    retryAfterMs: retryAfterMs(headers),
    location: headers.location,
    keyVariable: request.keyVariable,
  });
}

async function callOnce<TModel extends BaseModel>(
  attempt: Attempt<TModel>,
  signed: Readonly<Record<string, string>>,
  silence: SilenceWatch,
): Promise<HttpReply> {
  const { options, request, body } = attempt;
  const signal = options.signal ? AbortSignal.any([options.signal, silence.signal]) : silence.signal;
  const { ca, env } = options;
  const { url, identity } = request;
  return await callHttp(
    { url, headers: { ...attempt.headers, ...signed }, ...(body !== undefined && { body }), signal, ca, env, identity },
    options.fetch,
  );
}

interface Connection {
  readonly url: string;
  readonly silence: SilenceWatch;
  readonly secrets: readonly string[];
}

async function* readBody(body: AsyncIterable<Uint8Array>, connection: Connection): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      connection.silence.received();
      bytes += chunk.length;
      if (bytes > LONGEST_STREAM) throw tooLong("The answer", LONGEST_STREAM);
      yield chunk;
    }
  } catch (error) {
    throw await failed(connection, error);
  } finally {
    connection.silence.stop();
  }
}

async function failed({ url, silence, secrets }: Connection, error: unknown): Promise<RequestError> {
  silence.stop();
  const { networkError, silenceError } = await import("./network-error.ts");
  return silence.expired ? silenceError(url, silence) : networkError(url, error, secrets);
}

/** Returns how long to wait before the next attempt; `undefined` if a retry is pointless. */
function waitBefore(
  error: unknown,
  count: number,
  options: Pick<ProviderRequestOptions, "maxRetryDelayMs">,
): number | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const { status, retryAfterMs: asked } = error.details;
  const mayPass = status === undefined ? error.details.code === "network" : isRetryableStatus(status);
  if (!mayPass || error.details.permanent || error.details.code === "overflow") return undefined;
  const longest = options.maxRetryDelayMs ?? DEFAULT_LONGEST_WAIT_MS;
  if (asked !== undefined && longest > 0 && asked > longest) return undefined;
  return asked ?? transportDelayMs(count + 1);
}

/** Merges headers; later sources override earlier ones, names ignore case, and `null` removes a header. */
function mergeHeaders(...sources: (Readonly<Record<string, string | null>> | undefined)[]): Record<string, string> {
  const merged = new Map<string, string>();
  for (const source of sources) {
    for (const [name, value] of Object.entries(source ?? {})) {
      if (value === null) merged.delete(name.toLowerCase());
      else merged.set(name.toLowerCase(), value);
    }
  }
  return Object.fromEntries(merged);
}
