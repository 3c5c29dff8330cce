import { objectsAt, textAt } from "../json-fields.ts";
import type { SearchProvider } from "../search-provider.ts";

const FRESHNESS = { day: "pd", week: "pw", month: "pm", year: "py" } as const;

export const brave: SearchProvider = {
  name: "brave",
  credentials: ["brave", "brave-search"],
  baseUrl: "https://api.search.brave.com/res/v1",
  request: ({ query, limit, recency }, key) => ({
    path: `/web/search?${new URLSearchParams({
      q: query,
      count: String(limit),
      text_decorations: "false",
      ...(recency && { freshness: FRESHNESS[recency] }),
    })}`,
    headers: { "x-subscription-token": key },
  }),
  read: (json) => ({
    results: objectsAt(json, "web", "results").map((each) => ({
      title: textAt(each, "title") ?? "",
      url: textAt(each, "url") ?? "",
      snippet: textAt(each, "description"),
      date: textAt(each, "page_age") ?? textAt(each, "age"),
    })),
  }),
};
