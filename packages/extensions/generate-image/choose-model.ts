import type { ImageModel } from "@tau/ai";
import type { ExtensionContext } from "@tau/coding-agent";

/** The default image model of OpenRouter. */
const OPENROUTER: ImageModel = {
  type: "image",
  id: "google/gemini-2.5-flash-image",
  name: "Gemini 2.5 Flash Image",
  provider: "openrouter",
  api: "openrouter-images",
  baseUrl: "https://openrouter.ai/api/v1",
  input: ["text", "image"],
  output: ["text", "image"],
  cost: { input: 0.3, output: 2.5, cacheRead: 0, cacheWrite: 0 },
};

/** Resolves to the model of the role `image`, else to the first image model of a provider with credentials. Throws if there is none. */
export async function chooseModel(
  registry: ExtensionContext["modelRegistry"],
  wanted: string | undefined,
): Promise<ImageModel> {
  const known = await registry.getAvailableOfType("image");
  const available = registry.isUsable(OPENROUTER.provider) ? [...known, OPENROUTER] : known;
  const named = wanted && available.find(({ provider, id }) => wanted === id || wanted === `${provider}/${id}`);
  if (named) return named;
  const [provider, ...id] = wanted?.split("/") ?? [];
  if (provider === OPENROUTER.provider && registry.isUsable(provider)) return { ...OPENROUTER, id: id.join("/") };
  const [first] = available;
  if (first) return first;
  throw new Error("No image model is available. Sign in to a provider that has one, such as openrouter.");
}
