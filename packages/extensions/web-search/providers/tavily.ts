import { objectsAt, textAt } from "../json-fields.ts";
import type { SearchProvider } from "../search-provider.ts";

export const tavily: SearchProvider = {
  name: "tavily",
  credentials: ["tavily"],
  baseUrl: "https://api.tavily.com",
  request: ({ query, limit, recency }, key) => ({
    path: "/search",
    headers: { authorization: `Bearer ${key}` },
    body: { query, max_results: limit, ...(recency && { time_range: recency }) },
  }),
  read: (json) => ({
    answer: textAt(json, "answer"),
    results: objectsAt(json, "results").map((each) => ({
      title: textAt(each, "title") ?? "",
      url: textAt(each, "url") ?? "",
      snippet: textAt(each, "content"),
      date: textAt(each, "published_date"),
    })),
  }),
};
