import { objectsAt, textAt } from "../json-fields.ts";
import type { NativeSearch } from "./native-search.ts";

/** Claude's server tool. Results come in a block of their own, quotations from them as citations of the text. */
export const anthropic: NativeSearch = {
  provider: "anthropic",
  apis: ["anthropic-messages"],
  tools: () => ({ tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 3 }] }),
  sources: (event) => {
    const found = objectsAt(event, "content_block", "content")
      .filter(({ type }) => type === "web_search_result")
      .map((each) => ({
        title: textAt(each, "title") ?? "",
        url: textAt(each, "url") ?? "",
        date: textAt(each, "page_age"),
      }));
    const cited = textAt(event, "delta", "citation", "url");
    if (cited === undefined) return found;
    const title = textAt(event, "delta", "citation", "title") ?? "";
    return [...found, { title, url: cited, snippet: textAt(event, "delta", "citation", "cited_text") }];
  },
};
