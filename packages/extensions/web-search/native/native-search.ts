import type { SearchQuery, SearchResult } from "../search-provider.ts";

/** The web search that a vendor runs inside a request to one of its models. */
export interface NativeSearch {
  /** The name of the model provider, under which its credentials are stored. */
  readonly provider: string;
  /** The protocols of models that can search. */
  readonly apis: readonly string[];
  /** Returns the fields of the request that switch the search on. */
  tools(query: SearchQuery): Readonly<Record<string, unknown>>;
  /** Returns the sources that one event of the answer names. */
  sources(event: unknown): readonly SearchResult[];
}
