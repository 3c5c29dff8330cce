import type { Recency } from "./tool.ts";

export interface SearchQuery {
  readonly query: string;
  readonly limit: number;
  readonly recency?: Recency | undefined;
}

/** A source that a search returned. Its texts come from the web and are cleaned before they are shown. */
export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet?: string | undefined;
  /** The date of publication, as the provider writes it. */
  readonly date?: string | undefined;
}

export interface SearchAnswer {
  readonly results: readonly SearchResult[];
  /** A summary, from providers that write one. */
  readonly answer?: string | undefined;
}

/** One HTTP request to a provider. */
export interface SearchRequest {
  /** The part of the URL after the base URL. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON with POST; without it the request is a GET. */
  readonly body?: object;
}

/** A search service that is called with a key. */
export interface SearchProvider {
  readonly name: string;
  /** The names under which its key may be stored, best first. The name also gives the variable: `exa` is `EXA_API_KEY`. */
  readonly credentials: readonly string[];
  readonly baseUrl: string;
  request(query: SearchQuery, key: string): SearchRequest;
  /** Reads the JSON of an answer. Missing parts are left out. */
  read(json: unknown): SearchAnswer;
}
