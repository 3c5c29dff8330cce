import { demoModel, getModels, getProviderInfo, getProviders, loadProvider, type Model, ownValue } from "@tau/ai";
import { loadProviderNow } from "@tau/ai/catalogue";
import type { Catalogue } from "./catalogue.ts";

/** Providers to try first when several have keys, each with the prefix of its default model's id. */
const PREFERRED: Readonly<Record<string, string>> = {
  anthropic: "claude-sonnet",
  openai: "gpt",
  "openai-codex": "gpt",
  "github-copilot": "claude-sonnet",
  google: "gemini",
  openrouter: "anthropic/claude-sonnet",
  xai: "grok",
  deepseek: "deepseek-v",
  mistral: "mistral-large-latest",
  zai: "glm",
  "kimi-coding": "kimi-for-coding",
  minimax: "MiniMax",
  "amazon-bedrock": "global.anthropic.claude-sonnet",
};

/** The built-in models, including the demonstration. */
export const builtInCatalogue: Catalogue = {
  providers: () => [...new Set([...Object.keys(PREFERRED).filter(isKnown), ...getProviders(), demoModel.provider])],
  load: loadProvider,
  models: (provider) => (provider === demoModel.provider ? [demoModel] : modelsOf(provider)),
  defaultModel: (provider) => newest(ownValue(PREFERRED, provider) ?? "", builtInCatalogue.models(provider))?.id,
  displayName: (provider) => getProviderInfo(provider)?.name,
  isFree: (provider) => provider === demoModel.provider,
};

function modelsOf(provider: string): Model[] {
  loadProviderNow(provider);
  return getModels(provider);
}

function isKnown(provider: string): boolean {
  return getProviders().includes(provider);
}

/** Returns the newest model of a family by version number. Plain ids come before ids with a date, size or purpose. */
function newest(prefix: string, models: readonly Model[]): Model | undefined {
  const family = models.filter(({ id }) => id.startsWith(prefix));
  const version = ({ id }: Model) => (id.match(/\d+(\.\d+)?/g) ?? []).slice(0, 2).map(Number);
  return family.toSorted((a, b) => compare(version(b), version(a)) || a.id.length - b.id.length)[0];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const isDate = (part: number) => part >= 1000;
  const [majorA = 0, minorA = 0] = a.filter((part) => !isDate(part));
  const [majorB = 0, minorB = 0] = b.filter((part) => !isDate(part));
  return majorA - majorB || minorA - minorB;
}
