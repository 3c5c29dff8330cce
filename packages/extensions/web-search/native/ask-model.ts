import type { Usage } from "@tau/ai";
import type { ExtensionContext } from "@tau/coding-agent";
import type { SearchAnswer, SearchQuery, SearchResult } from "../search-provider.ts";
import type { WebSearchSettings } from "../settings.ts";
import type { NativeSearch } from "./native-search.ts";

type Registry = ExtensionContext["modelRegistry"];
type Model = NonNullable<ExtensionContext["model"]>;

export interface ModelSearch {
  readonly registry: Registry;
  /** The model of the session. */
  readonly active: Model | undefined;
  readonly settings: WebSearchSettings;
  readonly signal: AbortSignal;
}

/**
 * Has a model of the vendor search. The model is the one of the setting `webSearch.models`, else that of the session, else the vendor's
 * default. Rejects if the vendor has no model that can search or the model does not answer.
 */
export async function askModel(
  search: NativeSearch,
  query: SearchQuery,
  { registry, active, settings, signal }: ModelSearch,
): Promise<SearchAnswer & { usage: Usage }> {
  const model = await chooseModel(search, registry, active, settings.models[search.provider]);
  const found: SearchResult[] = [];
  const answer = await registry.complete(
    model,
    { messages: [{ role: "user", content: promptOf(query), timestamp: Date.now() }] },
    {
      signal,
      onPayload: (payload) => ({ ...(payload as object), ...search.tools(query) }),
      onProviderStreamEvent: (event) => void found.push(...search.sources(event)),
    },
  );
  const { stopReason, errorMessage, content, usage } = answer;
  if (stopReason === "error" || stopReason === "aborted") throw new Error(errorMessage || "the model did not answer");
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  return { answer: text, results: merged(found), usage };
}

async function chooseModel(
  { provider, apis }: NativeSearch,
  registry: Registry,
  active: Model | undefined,
  wanted: string | undefined,
): Promise<Model> {
  const canSearch = (model: Model | undefined) => model !== undefined && apis.includes(model.api);
  await registry.load([provider]);
  if (wanted !== undefined) {
    const named = registry.find(provider, wanted);
    if (!named) throw new Error(`${provider} has no model ${wanted} (setting webSearch.models)`);
    return named;
  }
  const own = active?.provider === provider ? active : undefined;
  const model = [own, registry.getDefaultModel(provider), ...registry.getModels(provider)].find(canSearch);
  if (!model) throw new Error("none of its models can search");
  return model;
}

const PERIODS = { day: "past day", week: "past week", month: "past month", year: "past year" } as const;

function promptOf({ query, recency, limit }: SearchQuery): string {
  const period = recency ? ` Use only pages of the ${PERIODS[recency]}.` : "";
  return `Search the web for the following, and answer in at most 200 words with what the pages say, citing up to ${limit} of them.${period} Do not answer from memory.\n\n${query}`;
}

/** Merges the sources with the same URL: one event names the title and the date, another quotes the page. */
function merged(found: readonly SearchResult[]): SearchResult[] {
  const byUrl = new Map<string, SearchResult>();
  for (const { title, url, snippet, date } of found) {
    const earlier = byUrl.get(url);
    byUrl.set(url, {
      url,
      title: earlier?.title || title,
      snippet: earlier?.snippet ?? snippet,
      date: earlier?.date ?? date,
    });
  }
  // The pages that the model quotes come first.
  return [...byUrl.values()].toSorted((a, b) => Number(b.snippet !== undefined) - Number(a.snippet !== undefined));
}
