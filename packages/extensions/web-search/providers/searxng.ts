import { objectsAt, textAt } from "../json-fields.ts";
import type { SearchProvider } from "../search-provider.ts";

/**
 * An instance of the user. Its address comes from the setting `webSearch.searxng` or the variable SEARXNG_ENDPOINT, and it may need a token
 * or a password instead of a key.
 */
export const searxng: SearchProvider = {
  name: "searxng",
  credentials: [],
  baseUrl: "",
  request: ({ query, recency }) => ({
    path: `/search?${new URLSearchParams({ q: query, format: "json", ...(recency && { time_range: recency }) })}`,
    headers: authorization(process.env),
  }),
  read: (json) => ({
    results: objectsAt(json, "results").map((each) => ({
      title: textAt(each, "title") ?? "",
      url: textAt(each, "url") ?? "",
      snippet: textAt(each, "content"),
      date: textAt(each, "publishedDate"),
    })),
  }),
};

function authorization({
  SEARXNG_TOKEN: token,
  SEARXNG_BASIC_USERNAME: user,
  SEARXNG_BASIC_PASSWORD: password = "",
}: NodeJS.ProcessEnv): Record<string, string> {
  if (token) return { authorization: `Bearer ${token}` };
  if (user) return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
  return {};
}
