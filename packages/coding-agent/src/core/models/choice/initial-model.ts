import type { Model, ModelThinkingLevel } from "@tau/ai";
import { modelThinkingLevels, type SettingsStore } from "../../settings/index.ts";
import { modelName } from "../model-name.ts";
import type { ModelRegistry } from "../model-registry.ts";
import { findProvider } from "./find-provider.ts";
import type { FoundServer } from "./local-servers.ts";
import { resolveRole } from "./model-role.ts";
import type { ScopedModel } from "./model-scope.ts";

export interface InitialModelSources {
  readonly registry: ModelRegistry;
  readonly settings: SettingsStore;
  /** The models that `--models` or `enabledModels` select. */
  readonly scopedModels?: readonly ScopedModel[];
  /** The model of the session that is being resumed. */
  readonly saved?: { readonly provider: string; readonly modelId: string } | undefined;
  /** Whether the demonstration may be used if there is no other model. */
  readonly demo?: boolean | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly probe?: () => Promise<FoundServer[]>;
}

export interface InitialModel {
  readonly model: Model | undefined;
  readonly thinkingLevel: ModelThinkingLevel;
  /** Says that another model was used than the wanted one, and why. */
  readonly fallbackMessage?: string;
  /** The server on this machine that provides the model. */
  readonly foundServer?: string;
}

/**
 * Resolves to the model that a session starts with: the session's own, the first of the scope, the default role, the
 * saved default, or that of the first provider with credentials. If there is none, a server on this machine, and
 * finally the demonstration if it is allowed.
 */
export async function findInitialModel(sources: InitialModelSources): Promise<InitialModel> {
  const wanted = await restoreSaved(sources);
  if (wanted?.model) return withLevel(sources, { model: wanted.model });
  const preferred = fromScope(sources) ?? (await fromSettings(sources));
  const chosen: LocalModel | undefined = preferred ?? (await firstUsable(sources)) ?? (await fromThisMachine(sources));
  const foundServer = chosen?.foundServer;
  const result = { ...withLevel(sources, chosen), ...(foundServer && { foundServer }) };
  const reason = wanted?.reason ?? (preferred ? undefined : (missedDefault(sources) ?? chosen?.refused));
  if (!reason) return result;
  const instead = result.model ? `; using ${modelName(result.model)}` : ", and no other model is configured";
  return { ...result, fallbackMessage: `${reason}${instead}` };
}

/** Returns why the default model in the settings cannot be used. */
function missedDefault({ registry, settings }: InitialModelSources): string | undefined {
  const [provider, id] = [settings.get("defaultProvider"), settings.get("defaultModel")];
  if (!provider) return undefined;
  const name = id ? `${provider}/${id}` : `of ${provider}`;
  const isKeyMissing = !registry.isUsable(provider) && registry.getProviders().includes(provider);
  return isKeyMissing ? `There is no key for the default model ${name}` : `The default model ${name} is not known`;
}

async function restoreSaved({
  saved,
  registry,
  demo,
}: InitialModelSources): Promise<{ model?: Model; reason?: string } | undefined> {
  if (!saved) return undefined;
  const provider = findProvider(saved.provider, registry) ?? saved.provider;
  if (registry.isFree(provider) && !demo) return undefined;
  registry.choose(provider);
  await registry.load([provider]);
  const name = `${saved.provider}/${saved.modelId}`;
  const model = registry.find(provider, saved.modelId);
  if (!model) return { reason: `The session's model ${name} is not known any more` };
  return registry.isUsable(provider) ? { model } : { reason: `There is no key for the session's model ${name}` };
}

function fromScope({ scopedModels = [], settings }: InitialModelSources): ScopedModel | undefined {
  const preferred = `${settings.get("defaultProvider")}/${settings.get("defaultModel")}`;
  return scopedModels.find(({ model }) => modelName(model) === preferred) ?? scopedModels[0];
}

async function fromSettings(sources: InitialModelSources): Promise<ScopedModel | undefined> {
  const { registry, settings } = sources;
  const role = await resolveRole("default", { registry, settings });
  if (role) return role;
  const [named = "", id] = [settings.get("defaultProvider"), settings.get("defaultModel")];
  const provider = findProvider(named, registry);
  if (provider) registry.choose(provider);
  if (!provider || !registry.isUsable(provider)) return undefined;
  await registry.load([provider]);
  const model = id ? registry.find(provider, id) : registry.getDefaultModel(provider);
  return model && { model };
}

/** Finds the first provider with credentials. Loads the catalogues one by one and stops at the first usable model. */
async function firstUsable({ registry }: InitialModelSources): Promise<ScopedModel | undefined> {
  for (const provider of registry.getProviders()) {
    if (!registry.isUsable(provider) || registry.isFree(provider)) continue;
    await registry.load([provider]);
    const model = registry.getDefaultModel(provider);
    if (model) return { model };
  }
  return undefined;
}

interface LocalModel extends Partial<ScopedModel> {
  readonly foundServer?: string | undefined;
  /** Why a server that was found is not used. */
  readonly refused?: string | undefined;
}

async function fromThisMachine({ registry, demo, env, probe }: InitialModelSources): Promise<LocalModel | undefined> {
  const ask = async () => (await import("./local-servers.ts")).probeLocalServers(env ? { env } : {});
  const found = await (probe ?? ask)();
  for (const { provider, config } of found) if (config) registry.registerProvider(provider, config);
  const free = demo ? registry.getProviders().filter((provider) => registry.isFree(provider)) : [];
  const refused = found.find(({ config }) => !config)?.notice;
  const candidates: { provider: string; notice?: string }[] = found.filter(({ config }) => config);
  for (const { provider, notice } of [...candidates, ...free.map((provider) => ({ provider, notice: undefined }))]) {
    const model = registry.getDefaultModel(provider);
    if (model) return { model, foundServer: notice, refused };
  }
  return refused === undefined ? undefined : { refused };
}

function withLevel({ settings }: InitialModelSources, chosen: Partial<ScopedModel> | undefined): InitialModel {
  const { model, thinkingLevel } = chosen ?? {};
  return { model, thinkingLevel: thinkingLevel ?? initialThinkingLevel(model, settings) };
}

/** Returns the level that the settings give for the model, or else the general default. */
export function initialThinkingLevel(model: Model | undefined, settings: SettingsStore): ModelThinkingLevel {
  const own = model && modelThinkingLevels(settings)[`${model.provider}/${model.id}`];
  return own ?? settings.get("defaultThinkingLevel");
}
