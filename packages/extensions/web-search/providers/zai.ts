import { objectsAt, textAt } from "../json-fields.ts";
import type { SearchProvider } from "../search-provider.ts";

const PERIODS = { day: "oneDay", week: "oneWeek", month: "oneMonth", year: "oneYear" } as const;

export const zai: SearchProvider = {
  name: "zai",
  credentials: ["zai"],
  baseUrl: "https://api.z.ai/api/paas/v4",
  request: ({ query, limit, recency }, key) => ({
    path: "/web_search",
    headers: { authorization: `Bearer ${key}` },
    body: {
      search_engine: "search-prime",
      search_query: query,
      count: limit,
      ...(recency && { search_recency_filter: PERIODS[recency] }),
    },
  }),
  read: (json) => ({
    results: objectsAt(json, "search_result").map((each) => ({
      title: textAt(each, "title") ?? "",
      url: textAt(each, "link") ?? "",
      snippet: textAt(each, "content"),
      date: textAt(each, "publish_date"),
    })),
  }),
};
