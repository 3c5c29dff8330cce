import type { ExtensionManifest } from "@tau/coding-agent";
import { SETTINGS } from "./settings.ts";
import { webSearch } from "./tool.ts";

/** `web_search`: searches with the first provider that has credentials. */
export const manifest: ExtensionManifest = {
  name: "web-search",
  description: "Searches the web",
  when: {
    any: [
      {
        credentials: [
          ...["exa", "brave", "brave-search", "tavily", "perplexity", "kagi", "jina", "parallel", "zai"],
          ...["kimi-search", "moonshot-search", "kimi-coding", "anthropic", "openai", "openai-codex", "google"],
        ],
      },
      { setting: "webSearch.searxng" },
      { variable: "SEARXNG_ENDPOINT" },
    ],
  },
  tools: [webSearch],
  settings: SETTINGS,
  draws: { tools: ["web_search"] },
  load: () => import("./index.ts"),
};
