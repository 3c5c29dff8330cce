import { objectsAt, textAt } from "../json-fields.ts";
import type { SearchProvider } from "../search-provider.ts";

/** The search of Kimi for Coding, which works with the key of that plan. The service takes no period of time. */
export const kimi: SearchProvider = {
  name: "kimi",
  credentials: ["kimi-search", "moonshot-search", "kimi-coding"],
  baseUrl: "https://api.kimi.com/coding/v1",
  request: ({ query, limit }, key) => ({
    path: "/search",
    headers: { authorization: `Bearer ${key}` },
    body: { text_query: query, limit, enable_page_crawling: false, timeout_seconds: 30 },
  }),
  read: (json) => ({
    results: objectsAt(json, "search_results").map((each) => ({
      title: textAt(each, "title") ?? "",
      url: textAt(each, "url") ?? "",
      snippet: textAt(each, "snippet"),
      date: textAt(each, "date"),
    })),
  }),
};
