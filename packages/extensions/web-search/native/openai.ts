import { objectsAt, textAt } from "../json-fields.ts";
import type { SearchResult } from "../search-provider.ts";
import type { NativeSearch } from "./native-search.ts";

/** The tool of the Responses API. Sources come with the call of the tool, titles as annotations of the text. */
export const openai: NativeSearch = {
  provider: "openai",
  apis: ["openai-responses"],
  tools: () => ({ tools: [{ type: "web_search" }], include: ["web_search_call.action.sources"] }),
  sources,
};

/** The same tool with a ChatGPT subscription. */
export const openaiCodex: NativeSearch = {
  ...openai,
  provider: "openai-codex",
  apis: ["openai-codex-responses"],
  tools: () => ({ tools: [{ type: "web_search" }] }),
};

function sources(event: unknown): SearchResult[] {
  const annotated = textAt(event, "annotation", "url");
  if (annotated !== undefined) return [{ title: textAt(event, "annotation", "title") ?? "", url: annotated }];
  if (textAt(event, "type") !== "response.output_item.done") return [];
  return objectsAt(event, "item", "action", "sources").map((each) => ({ title: "", url: textAt(each, "url") ?? "" }));
}
