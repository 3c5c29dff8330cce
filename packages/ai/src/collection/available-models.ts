import type { AnyModel } from "../contract/any-model.ts";
import { isModelType } from "../models/compare-models.ts";
import { type AuthSources, checkAuth } from "./resolve-auth.ts";
import type { ModelProvider } from "./types.ts";

/** The models of a provider that the user can ask: none where it is not configured, else those its credential is good for. */
export async function availableModels(
  provider: ModelProvider,
  sources: AuthSources,
  signal: AbortSignal,
): Promise<readonly AnyModel[]> {
  if (!(await checkAuth(provider, sources, signal))) return [];
  const credential = await sources.credentials.read(provider.id, { signal });
  const all = provider.getAllModels?.() ?? provider.getModels();
  if (provider.filterAllModels) return provider.filterAllModels(all, credential);
  if (!provider.filterModels) return all;
  const chat = all.filter((model) => isModelType(model, "chat"));
  return [...provider.filterModels(chat, credential), ...all.filter((model) => !isModelType(model, "chat"))];
}
