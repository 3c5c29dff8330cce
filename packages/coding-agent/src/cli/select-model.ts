import type { Model, ModelThinkingLevel } from "@tau/ai";
import { modelName, resolveModelReference, resolveModelScope, type ScopedModel } from "../core/models/index.ts";
import type { SessionServices } from "../core/session/session-services.ts";
import { CliError } from "./cli-error.ts";
import { ExitCode } from "./exit-code.ts";
import { nearest } from "./nearest.ts";
import type { Options } from "./options.ts";

export interface ModelFlags {
  readonly model: Model | undefined;
  readonly thinkingLevel: ModelThinkingLevel | undefined;
  readonly scopedModels: readonly ScopedModel[];
}

/** What `--model`, `--provider`, `--models`, `--thinking` and `--api-key` ask for. */
export function selectModel(options: Options, { models, settings }: SessionServices): ModelFlags {
  const patterns = options.models ?? settings.getEnabledModels() ?? [];
  const scopedModels = patterns.length > 0 ? resolveModelScope(patterns, models.getAll()).scopedModels : [];
  const named = namedModel(options, models);
  const provider = named?.model.provider ?? options.provider;
  if (options.apiKey !== undefined) {
    if (!provider)
      throw new CliError("--api-key needs --model or --provider, to know whose key it is.", ExitCode.usage);
    models.authStorage.setRuntimeApiKey(provider, options.apiKey);
  }
  return { model: named?.model, thinkingLevel: options.thinking ?? named?.thinkingLevel, scopedModels };
}

function namedModel({ model: text, provider }: Options, models: SessionServices["models"]): ScopedModel | undefined {
  if (text === undefined) return provider === undefined ? undefined : { model: defaultOf(provider, models) };
  const candidates = candidatesFor(text, provider, models);
  const request = { text, provider, thinkingSuffix: "strict", fuzzy: true } as const;
  const found = resolveModelReference(request, candidates, (name) => models.isUsable(name));
  if (found.status === "resolved") return found;
  const names = (found.status === "ambiguous" ? found.candidates : models.getAll()).map(modelName);
  if (found.status === "ambiguous")
    throw configurationError(`"${text}" means several models: ${names.join(", ")}. Name one with its provider.`);
  const hint = nearest(provider ? `${provider}/${text}` : text, names);
  throw configurationError(
    `There is no model "${text}".${hint ? ` Did you mean ${hint}?` : ""} tau --list-models shows all.`,
  );
}

/** With the provider named, no other provider's models are loaded. */
function candidatesFor(
  text: string,
  provider: string | undefined,
  models: SessionServices["models"],
): readonly Model[] {
  const [prefix = ""] = text.split("/", 1);
  const known = provider ?? (models.getProviders().includes(prefix) ? prefix : undefined);
  return known === undefined ? models.getAll() : models.getModels(known);
}

function defaultOf(provider: string, models: SessionServices["models"]): Model {
  const model = models.getDefaultModel(provider);
  if (model) return model;
  const hint = nearest(provider, models.getProviders());
  throw configurationError(`There is no provider "${provider}".${hint ? ` Did you mean ${hint}?` : ""}`);
}

function configurationError(message: string): CliError {
  return new CliError(message, ExitCode.configuration);
}
