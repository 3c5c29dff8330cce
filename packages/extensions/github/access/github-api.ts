export interface ApiRequest {
  /** Default GET. */
  readonly method?: "GET" | "POST";
  /** Begins with a slash, and is below the root of the REST API. */
  readonly path: string;
  readonly accept?: string;
  /** Sent as JSON. */
  readonly body?: object;
  /** The version that is known: the answer is 304 if it still holds. */
  readonly etag?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Default 16 MiB. */
  readonly maxBytes?: number;
}

export interface ApiStream {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Rejects if the answer is cut off. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The REST API of one host, with the credentials of the user. */
export interface GithubApi {
  readonly host: string;
  /** A hash of the credentials: answers that were kept for others are not shown. */
  readonly credential: string;
  /** Configuration for git, and its environment, with which git has the same credentials. */
  readonly git: { readonly config: readonly string[]; readonly env: Readonly<Record<string, string>> };
  /** Rejects if there is no answer; an error status is an answer. */
  stream(request: ApiRequest): Promise<ApiStream>;
}

export const JSON_ANSWER = "application/vnd.github+json";
export const API_VERSION = "2022-11-28";
export const MAX_BYTES = 16 * 1024 * 1024;
export const TIMEOUT_MS = 60_000;
