import type { Model, ModelThinkingLevel } from "@tau/ai";
import {
  type ModelScope,
  modelName,
  modelOutsideCatalogue,
  resolveModelReference,
  resolveModelScope,
} from "../../core/models/index.ts";
import type { ModelRuntime } from "./model-runtime.ts";

export interface ResolveCliModelOptions {
  readonly cliProvider?: string;
  readonly cliModel?: string;
  /** Does not affect the model. The caller prefers it to a level given after the model's name. */
  readonly cliThinking?: ModelThinkingLevel;
  /** The request has its own key, so the provider needs none. */
  readonly inlineApiKey?: boolean;
  readonly modelRuntime: ModelRuntime;
}

export interface ResolveCliModelResult {
  readonly model: Model | undefined;
  readonly thinkingLevel?: ModelThinkingLevel;
  readonly warning: string | undefined;
  /** Why there is no model. */
  readonly error: string | undefined;
}

/** Finds the model that a provider and a pattern name, among the loaded models. */
export function resolveCliModel(options: ResolveCliModelOptions): ResolveCliModelResult {
  const { cliProvider: provider, cliModel: text, modelRuntime } = options;
  if (text === undefined) return { model: undefined, warning: undefined, error: undefined };
  const request = { text, provider, thinkingSuffix: "strict", fuzzy: true } as const;
  const usable = (id: string) => options.inlineApiKey === true || modelRuntime.hasConfiguredAuth(id);
  const found = resolveModelReference(request, modelRuntime.getModels(), usable);
  if (found.status === "not-found")
    return found.target
      ? { warning: undefined, ...modelOutsideCatalogue(found.target), error: undefined }
      : failure(`There is no model "${text}".`);
  if (found.status === "ambiguous")
    return failure(`"${text}" means several models: ${found.candidates.map(modelName).join(", ")}.`);
  const { model, thinkingLevel, warning } = found;
  return { model, ...(thinkingLevel ? { thinkingLevel } : {}), warning, error: undefined };
}

/** Resolves to the models that match the patterns and can be used now. */
export async function resolveModelScopeWithDiagnostics(
  patterns: readonly string[],
  modelRuntime: ModelRuntime,
): Promise<ModelScope> {
  return resolveModelScope(patterns, await modelRuntime.getAvailable());
}

function failure(error: string): ResolveCliModelResult {
  return { model: undefined, warning: undefined, error };
}
