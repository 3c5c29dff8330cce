import { objectsAt, textAt } from "../json-fields.ts";
import type { SearchProvider } from "../search-provider.ts";

/** The service takes no period of time. Pages themselves are left out: they would be long. */
export const jina: SearchProvider = {
  name: "jina",
  credentials: ["jina"],
  baseUrl: "https://s.jina.ai",
  request: ({ query, limit }, key) => ({
    path: `/?${new URLSearchParams({ q: query, num: String(limit) })}`,
    headers: { authorization: `Bearer ${key}`, accept: "application/json", "x-respond-with": "no-content" },
  }),
  read: (json) => ({
    results: objectsAt(json, "data").map((each) => ({
      title: textAt(each, "title") ?? "",
      url: textAt(each, "url") ?? "",
      snippet: textAt(each, "description") ?? textAt(each, "content"),
      date: textAt(each, "date"),
    })),
  }),
};
