import type { Usage } from "@tau/ai";
import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import { askProvider } from "./ask-provider.ts";
import { OWN_CREDENTIALS, variableOf } from "./credentials.ts";
import { askModel } from "./native/ask-model.ts";
import { NATIVE } from "./native/index.ts";
import type { NativeSearch } from "./native/native-search.ts";
import { PROVIDERS } from "./providers/index.ts";
import type { SearchAnswer, SearchProvider, SearchQuery } from "./search-provider.ts";
import { type WebSearchSettings, webSearchSettings } from "./settings.ts";

type SearchContext = Pick<ExtensionContext, "model" | "modelRegistry">;

/** A provider that has all it needs for a search. */
export interface ReadyProvider {
  readonly name: string;
  search(query: SearchQuery, signal: AbortSignal | undefined): Promise<SearchAnswer & { usage?: Usage }>;
}

export interface SkippedProvider {
  readonly name: string;
  readonly reason: string;
}

export interface FoundAnswer extends SearchAnswer {
  readonly provider: string;
  /** The providers that were asked before and failed. */
  readonly skipped: readonly SkippedProvider[];
  readonly usage?: Usage;
}

/**
 * Returns the providers that a search would ask, in order: those of the setting `webSearch.order`, then services with a key of their own,
 * then the native search of the session's model, then that of other vendors with credentials.
 */
export function readyProviders(pi: Pick<ExtensionAPI, "http" | "getSettings">, ctx: SearchContext): ReadyProvider[] {
  const settings = webSearchSettings(pi.getSettings());
  const keyed = PROVIDERS.flatMap((provider) => readyService(provider, pi.http, ctx, settings) ?? []);
  const isOwn = ({ provider }: NativeSearch) => provider === ctx.model?.provider;
  const natives = [...NATIVE.filter(isOwn), ...NATIVE.filter((search) => !isOwn(search))];
  const native = natives.flatMap((search) => readyModel(search, ctx, settings) ?? []);
  const rank = ({ name }: ReadyProvider) => {
    const at = settings.order.indexOf(name);
    return at < 0 ? settings.order.length : at;
  };
  return [...keyed, ...native]
    .filter(({ name }) => !settings.disabled.includes(name))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** Asks one provider after another until one has results. Rejects with the reasons of all if none has. */
export async function searchWeb(
  providers: readonly ReadyProvider[],
  query: SearchQuery,
  signal: AbortSignal | undefined,
): Promise<FoundAnswer> {
  if (providers.length === 0) throw new Error(NOT_SET_UP);
  const skipped: SkippedProvider[] = [];
  for (const { name, search } of providers) {
    try {
      const found = await search(query, signal);
      const results = found.results.filter(({ url }) => /^https?:\/\//i.test(url)).slice(0, query.limit);
      if (results.length > 0 || found.answer) return { ...found, results, provider: name, skipped };
      skipped.push({ name, reason: "it found nothing" });
    } catch (error) {
      signal?.throwIfAborted();
      skipped.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  if (skipped.every(({ reason }) => reason === "it found nothing"))
    throw new Error(`Nothing was found for ${JSON.stringify(query.query)} (asked: ${namesOf(skipped)}).`);
  throw new Error(
    `No search provider answered:\n${skipped.map(({ name, reason }) => `- ${name}: ${reason}`).join("\n")}`,
  );
}

const VARIABLES = PROVIDERS.flatMap(({ credentials: [first] }) => (first === undefined ? [] : variableOf(first)));

const NOT_SET_UP = `No web search provider is set up. The user can set one of ${VARIABLES.join(", ")}, or SEARXNG_ENDPOINT, or connect Anthropic, OpenAI or Google with /login. The setting webSearch.disabled may also leave all of them out.`;

function namesOf(skipped: readonly SkippedProvider[]): string {
  return skipped.map(({ name }) => name).join(", ");
}

function readyService(
  provider: SearchProvider,
  http: ExtensionAPI["http"],
  { modelRegistry }: SearchContext,
  { baseUrls, searxng, timeoutMs }: WebSearchSettings,
): ReadyProvider | undefined {
  const { name, credentials } = provider;
  const baseUrl = baseUrls[name] ?? (name === "searxng" ? searxng : provider.baseUrl);
  const credential = credentials.find((each) => modelRegistry.isUsable(each) || keyInEnvironment(each));
  if (baseUrl === undefined || (credential === undefined && name !== "searxng")) return undefined;
  return {
    name,
    async search(query, signal) {
      const key = credential === undefined ? "" : await keyOf(credential, modelRegistry);
      if (key === undefined) throw new Error(`its key cannot be read. Set ${variableOf(credential ?? name)} anew`);
      return await askProvider(provider, query, { http, baseUrl, key, timeoutMs, signal });
    },
  };
}

/** Resolves to the stored key, else to that of the variable. The registry reads only the variables of model providers. */
async function keyOf(credential: string, registry: SearchContext["modelRegistry"]): Promise<string | undefined> {
  return (await registry.getApiKeyForProvider(credential)) ?? keyInEnvironment(credential);
}

function keyInEnvironment(credential: string): string | undefined {
  return (OWN_CREDENTIALS.includes(credential) && process.env[variableOf(credential)]) || undefined;
}

function readyModel(
  search: NativeSearch,
  { model: active, modelRegistry: registry }: SearchContext,
  settings: WebSearchSettings,
): ReadyProvider | undefined {
  const { provider: name } = search;
  if (!registry.isUsable(name)) return undefined;
  return {
    name,
    async search(query, signal) {
      const timeout = AbortSignal.timeout(settings.timeoutMs * MODEL_PATIENCE);
      const bounded = signal ? AbortSignal.any([signal, timeout]) : timeout;
      return await askModel(search, query, { registry, active, settings, signal: bounded });
    },
  };
}

/** A model reads pages before it answers, so it gets longer than a search service. */
const MODEL_PATIENCE = 4;
