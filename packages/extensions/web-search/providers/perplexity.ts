import { objectsAt, textAt } from "../json-fields.ts";
import type { SearchProvider } from "../search-provider.ts";

export const perplexity: SearchProvider = {
  name: "perplexity",
  credentials: ["perplexity"],
  baseUrl: "https://api.perplexity.ai",
  request: ({ query, limit, recency }, key) => ({
    path: "/search",
    headers: { authorization: `Bearer ${key}` },
    body: { query, max_results: limit, ...(recency && { search_recency_filter: recency }) },
  }),
  read: (json) => ({
    results: objectsAt(json, "results").map((each) => ({
      title: textAt(each, "title") ?? "",
      url: textAt(each, "url") ?? "",
      snippet: textAt(each, "snippet"),
      date: textAt(each, "date") ?? textAt(each, "last_updated"),
    })),
  }),
};
