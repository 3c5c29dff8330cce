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
  /** Of no effect on the model: the caller prefers it to the level behind the name. */
  readonly cliThinking?: ModelThinkingLevel;
  /** A key comes with the request, so that the provider needs none of its own. */
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

/** The one model that a provider and a pattern name, among those that are loaded. */
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

/** The models that patterns name among those that can be used now. */
export async function resolveModelScopeWithDiagnostics(
  patterns: readonly string[],
  modelRuntime: ModelRuntime,
): Promise<ModelScope> {
  return resolveModelScope(patterns, await modelRuntime.getAvailable());
}

function failure(error: string): ResolveCliModelResult {
  return { model: undefined, warning: undefined, error };
}
