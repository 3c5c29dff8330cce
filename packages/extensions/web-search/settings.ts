import type { ExtensionManifest } from "@tau/coding-agent";

const DEFAULT_RESULTS = 8;
const MOST_RESULTS = 20;
const DEFAULT_SECONDS = 30;

const names = (description: string) => ({ type: "array" as const, items: { type: "string" as const }, description });
const texts = (description: string) => ({
  type: "object" as const,
  additionalProperties: { type: "string" as const },
  description,
});

export const SETTINGS: NonNullable<ExtensionManifest["settings"]> = {
  webSearch: {
    type: "object",
    description: "Web search.",
    properties: {
      order: names("Providers to ask first, in this order. The others come after them."),
      disabled: names("Providers that are never asked."),
      maxResults: {
        type: "integer",
        minimum: 1,
        maximum: MOST_RESULTS,
        default: DEFAULT_RESULTS,
        description: "How many results the model gets, unless it asks for another number.",
      },
      timeoutSeconds: {
        type: "integer",
        minimum: 1,
        maximum: 300,
        default: DEFAULT_SECONDS,
        description: "How long one provider may take before the next is asked.",
      },
      baseUrls: texts("Other addresses of providers, by name, such as that of a proxy."),
      models: texts("Models with which anthropic, openai, openai-codex and google search, by provider."),
      searxng: { type: "string", description: "The address of your SearXNG instance. Its JSON format must be on." },
    },
  },
};

export interface WebSearchSettings {
  readonly order: readonly string[];
  readonly disabled: readonly string[];
  readonly maxResults: number;
  readonly timeoutMs: number;
  readonly baseUrls: Readonly<Record<string, string>>;
  readonly models: Readonly<Record<string, string>>;
  readonly searxng: string | undefined;
}

/** Returns the current settings. */
export function webSearchSettings(settings: object): WebSearchSettings {
  const { webSearch = {} } = settings as {
    webSearch?: Partial<Omit<WebSearchSettings, "timeoutMs">> & { timeoutSeconds?: number };
  };
  return {
    order: webSearch.order ?? [],
    disabled: webSearch.disabled ?? [],
    maxResults: webSearch.maxResults ?? DEFAULT_RESULTS,
    timeoutMs: (webSearch.timeoutSeconds ?? DEFAULT_SECONDS) * 1000,
    baseUrls: webSearch.baseUrls ?? {},
    models: webSearch.models ?? {},
    searxng: webSearch.searxng ?? process.env.SEARXNG_ENDPOINT,
  };
}

/** Returns how many results to ask for: what the model asked for, within bounds, else the setting. */
export function resultCount(asked: number | undefined, { maxResults }: WebSearchSettings): number {
  return Math.min(MOST_RESULTS, Math.max(1, asked ?? maxResults));
}
