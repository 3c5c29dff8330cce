import { objectsAt, textAt, textsAt } from "../json-fields.ts";
import type { SearchProvider } from "../search-provider.ts";
import { dateBefore } from "./recency.ts";

export const exa: SearchProvider = {
  name: "exa",
  credentials: ["exa"],
  baseUrl: "https://api.exa.ai",
  request: ({ query, limit, recency }, key) => ({
    path: "/search",
    headers: { "x-api-key": key },
    body: {
      query,
      numResults: limit,
      type: "auto",
      contents: { highlights: true },
      ...(recency && { startPublishedDate: dateBefore(recency).toISOString() }),
    },
  }),
  read: (json) => ({
    results: objectsAt(json, "results").map((each) => ({
      title: textAt(each, "title") ?? "",
      url: textAt(each, "url") ?? "",
      snippet: textsAt(each, "highlights") ?? textAt(each, "text"),
      date: textAt(each, "publishedDate"),
    })),
  }),
};
