import type { ModelTypeMap } from "@tau/ai";
import { FREE, type ProviderConfig } from "./compose-provider.ts";

/** Returns the image or classifier models of extensions, of one provider or of all. */
export function composeOthers<TType extends "image" | "classifier">(
  type: TType,
  extensions: ReadonlyMap<string, ProviderConfig>,
  provider?: string,
): readonly ModelTypeMap[TType][] {
  const asked = [...extensions].filter(([id]) => provider === undefined || id === provider);
  return asked.flatMap(([id, config]) => ofProvider(id, type, config));
}

function ofProvider<TType extends "image" | "classifier">(
  provider: string,
  type: TType,
  { models = [], api = "", baseUrl = "" }: ProviderConfig,
): ModelTypeMap[TType][] {
  const own = models.filter((model) => model.type === type);
  return own.map(({ headers: _, ...model }) => {
    const place = { provider, type, api: model.api ?? api, baseUrl: model.baseUrl ?? baseUrl };
    return { ...DEFAULTS[type], name: model.id, ...model, ...place } as unknown as ModelTypeMap[TType];
  });
}

const DEFAULTS = {
  image: { input: ["text"], output: ["image"], cost: FREE },
  classifier: { input: ["text"], cost: FREE, contextWindow: 128_000 },
} as const;
