import { objectsAt, textAt, textsAt } from "../json-fields.ts";
import type { SearchProvider } from "../search-provider.ts";
import { dateBefore } from "./recency.ts";

export const parallel: SearchProvider = {
  name: "parallel",
  credentials: ["parallel"],
  baseUrl: "https://api.parallel.ai",
  request: ({ query, limit, recency }, key) => ({
    path: "/v1/search",
    headers: { "x-api-key": key },
    body: {
      search_queries: [query],
      objective: query,
      mode: "basic",
      advanced_settings: {
        max_results: limit,
        ...(recency && { source_policy: { after_date: dateBefore(recency).toISOString().slice(0, 10) } }),
      },
    },
  }),
  read: (json) => ({
    results: objectsAt(json, "results").map((each) => ({
      title: textAt(each, "title") ?? "",
      url: textAt(each, "url") ?? "",
      snippet: textsAt(each, "excerpts"),
      date: textAt(each, "publish_date"),
    })),
  }),
};
