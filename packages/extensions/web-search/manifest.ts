import type { ExtensionManifest } from "@tau/coding-agent";
import { OWN_CREDENTIALS, variableOf } from "./credentials.ts";
import { SETTINGS } from "./settings.ts";
import { webSearch } from "./tool.ts";

/** `web_search`: searches with the first provider that has credentials. */
export const manifest: ExtensionManifest = {
  name: "web-search",
  description: "Searches the web",
  when: {
    any: [
      {
        credentials: [...OWN_CREDENTIALS, ...["zai", "kimi-coding", "anthropic", "openai", "openai-codex", "google"]],
      },
      { setting: "webSearch.searxng" },
      { variable: [...OWN_CREDENTIALS.map(variableOf), "SEARXNG_ENDPOINT"] },
    ],
  },
  tools: [webSearch],
  settings: SETTINGS,
  draws: { tools: ["web_search"] },
  load: () => import("./index.ts"),
};
