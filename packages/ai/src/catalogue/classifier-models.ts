import type { ClassifierModel } from "../contract/classifier.ts";
import { ownValue } from "../own-value.ts";

type Row = Omit<ClassifierModel, "type" | "provider">;

/** Classifiers by provider, with the prices and limits their vendors publish. Output is free. */
const CLASSIFIERS: Readonly<Record<string, readonly Row[]>> = {
  typesafe: [
    {
      id: "jev-latest",
      name: "Jev",
      api: "typesafe-system-one",
      baseUrl: "https://api.typesafe.ai/v1",
      input: ["text"],
      cost: priced(0.042),
      contextWindow: 64_000,
    },
  ],
  "cloudflare-workers-ai": [
    clef("@cf/cloudflare/clef", "Clef", 0.24),
    clef("@cf/cloudflare/clef-flash", "Clef Flash", 0.09),
  ],
  openai: [
    {
      id: "gpt-6-luna",
      name: "GPT-6 Luna (decisions)",
      api: "openai-decisions",
      baseUrl: "https://api.openai.com/v1",
      input: ["text", "image"],
      cost: { ...priced(0.1), tiers: [{ ...priced(0.2), inputTokensAbove: 272_000 }] },
      contextWindow: 922_000,
    },
  ],
};

export function getClassifierModels(provider: string): ClassifierModel[] {
  return (ownValue(CLASSIFIERS, provider) ?? []).map((row) => ({ ...row, type: "classifier", provider }));
}

/** Providers that serve only classifiers. */
export const CLASSIFIER_PROVIDERS: Readonly<Record<string, string>> = { typesafe: "TypeSafe" };

function clef(id: string, name: string, price: number): Row {
  return {
    id,
    name,
    api: "cloudflare-workers-ai-system-one",
    baseUrl: "https://api.cloudflare.com/client/v4/accounts/{CLOUDFLARE_ACCOUNT_ID}/ai",
    input: ["text", "image"],
    cost: priced(price),
    contextWindow: 65_536,
  };
}

function priced(input: number): ClassifierModel["cost"] {
  return { input, output: 0, cacheRead: 0, cacheWrite: 0 };
}
