import type { Model, ModelThinkingLevel } from "@tau/ai";
import {
  type ModelRegistry,
  resolveModelScope,
  resolveRequestedModel,
  type ScopedModel,
} from "../../core/models/index.ts";
import { printWarning } from "../../core/output/print.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";
import { CliError, usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import type { Options } from "./options.ts";

export interface ModelFlags {
  readonly model: Model | undefined;
  readonly thinkingLevel: ModelThinkingLevel | undefined;
  readonly scopedModels: readonly ScopedModel[];
}

const DEMO_MODEL = "demo/tour";

/** Applies `--model`, `--provider`, `--models`, `--demo`, `--thinking` and `--api-key`. */
export async function selectModel(options: Options, services: Workspace): Promise<ModelFlags> {
  const { models } = services;
  const named = await namedModel(options, models);
  if (options.apiKey !== undefined) {
    const provider = named?.model.provider ?? (await firstProvider(options.models ?? [], models));
    if (!provider)
      throw new CliError(
        "--api-key needs --model, --models or --provider, to know which provider the key is for.",
        ExitCode.usage,
      );
    models.authStorage.setRuntimeApiKey(provider, options.apiKey);
  }
  const scopedModels = await scopeOf(options, services);
  return { model: named?.model, thinkingLevel: options.thinking ?? named?.thinkingLevel, scopedModels };
}

/** Returns the provider of the first model that the patterns match. That provider may have no key except the one given with `--api-key`. */
async function firstProvider(patterns: readonly string[], registry: ModelRegistry): Promise<string | undefined> {
  if (patterns.length === 0) return undefined;
  await registry.load();
  return resolveModelScope(patterns, registry.getAll()).scopedModels[0]?.model.provider;
}

async function namedModel(options: Options, registry: ModelRegistry): Promise<ScopedModel | undefined> {
  const { provider } = options;
  if (options.demo && (provider ?? options.model) !== undefined)
    throw usageError("--demo chooses the model: leave out --model and --provider.");
  const model = options.demo ? DEMO_MODEL : options.model;
  if (model === undefined && provider === undefined) return undefined;
  const exact = provider === undefined ? await exactModel(model ?? "", registry) : undefined;
  const found = exact ? { model: exact } : await resolveRequestedModel({ model, provider, registry });
  if ("error" in found) throw new CliError(found.error, ExitCode.configuration);
  if ("warning" in found && found.warning) printWarning(found.warning);
  return found;
}

/** Resolves to the model of an exact `provider/id`, as scripts name it, without loading the code that understands all else. */
async function exactModel(name: string, registry: ModelRegistry): Promise<Model | undefined> {
  const slash = name.indexOf("/");
  const provider = name.slice(0, Math.max(slash, 0));
  if (!registry.getProviders().includes(provider)) return undefined;
  registry.choose(provider);
  await registry.load([provider]);
  return registry.find(provider, name.slice(slash + 1));
}

async function scopeOf(options: Options, { models, settings }: Workspace): Promise<readonly ScopedModel[]> {
  const patterns = options.models ?? settings.get("enabledModels") ?? [];
  if (patterns.length === 0) return [];
  models.choose(...patterns);
  await models.loadUsable();
  const { scopedModels, diagnostics } = resolveModelScope(patterns, models.getAvailable({ withDemo: true }));
  // A setting may name models whose key is missing today, but patterns typed just now must match.
  if (options.models && scopedModels.length === 0)
    throw new CliError(
      `--models: no model matches ${patterns.join(", ")}. Run tau --list-models for all of them.`,
      ExitCode.configuration,
    );
  if (options.models) for (const { message } of diagnostics) printWarning(`--models: ${message}.`);
  else if (scopedModels.length === 0) printWarning("enabledModels: no model matches its patterns, so all are offered.");
  return scopedModels;
}
