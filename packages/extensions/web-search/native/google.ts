import { numbersAt, objectsAt, textAt } from "../json-fields.ts";
import type { NativeSearch } from "./native-search.ts";

/** Grounding with Google Search. URLs lead to the pages through Google; the title is usually the host of the page. */
export const google: NativeSearch = {
  provider: "google",
  apis: ["google-generative-ai"],
  tools: () => ({ tools: [{ google_search: {} }] }),
  sources: (event) => {
    const metadata = objectsAt(event, "candidates")[0]?.groundingMetadata;
    const supports = objectsAt(metadata, "groundingSupports");
    return objectsAt(metadata, "groundingChunks").map((chunk, index) => {
      const support = supports.find((each) => numbersAt(each, "groundingChunkIndices").includes(index));
      return {
        title: textAt(chunk, "web", "title") ?? "",
        url: textAt(chunk, "web", "uri") ?? "",
        snippet: textAt(support, "segment", "text"),
      };
    });
  },
};
