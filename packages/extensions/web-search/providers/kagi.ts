import { objectsAt, textAt } from "../json-fields.ts";
import type { SearchProvider } from "../search-provider.ts";

/** Search results have the type 0; related searches have another one. The service takes no period of time. */
export const kagi: SearchProvider = {
  name: "kagi",
  credentials: ["kagi"],
  baseUrl: "https://kagi.com/api/v0",
  request: ({ query, limit }, key) => ({
    path: `/search?${new URLSearchParams({ q: query, limit: String(limit) })}`,
    headers: { authorization: `Bot ${key}` },
  }),
  read: (json) => ({
    results: objectsAt(json, "data")
      .filter(({ t }) => t === 0)
      .map((each) => ({
        title: textAt(each, "title") ?? "",
        url: textAt(each, "url") ?? "",
        snippet: textAt(each, "snippet"),
        date: textAt(each, "published"),
      })),
  }),
};
