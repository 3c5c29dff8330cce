import type { CompactionSettings } from "@tau/agent";
import type { Model } from "@tau/ai";
import { type ModelRegistry, resolveRole } from "../../models/index.ts";
import { compactionLimits, type SettingsStore } from "../../settings/index.ts";

/** When and how a session is shortened. */
export interface CompactionPolicy extends CompactionSettings {
  /** What follows where the window runs full after an answer. Default: a summary. */
  readonly strategy?: "context-full" | "handoff" | "off";
  /** Tell the model to go on with its work once its conversation was shortened after an answer. */
  readonly autoContinue?: boolean;
  /** How much of the window must be used before it is shortened while nobody is there, in percent. */
  readonly idleThresholdPercent?: number;
  /** Leave old tool outputs out first, where that is enough. */
  readonly prune?: boolean;
  /** A server that writes the summaries; where it fails, the model does. */
  readonly remoteEndpoint?: string | undefined;
}

export function compactionPolicy(settings: SettingsStore, model: Model): CompactionPolicy {
  const strategy = settings.get("compaction.strategy");
  const basic = compactionLimits(settings, model);
  return {
    ...basic,
    enabled: basic.enabled && strategy !== "off",
    strategy,
    thresholdTokens: settings.get("compaction.thresholdTokens"),
    thresholdPercent: settings.get("compaction.thresholdPercent"),
    prune: settings.get("compaction.prune"),
    autoContinue: settings.get("compaction.autoContinue"),
    idleThresholdPercent: settings.get("compaction.idleThresholdPercent"),
    remoteEndpoint: settings.get("compaction.remoteEnabled") ? settings.get("compaction.remoteEndpoint") : undefined,
  };
}

interface ModelSources {
  readonly models: ModelRegistry;
  readonly settings: SettingsStore;
}

/** The models that can step in for the session's own, looked up when they are needed. */
export function spareModels(services: ModelSources) {
  return { promotions: () => promotionModels(services), summaryModels: () => summaryModels(services) };
}

/** The models that may take over when a window is full, those that can be used alone. */
async function promotionModels(services: ModelSources): Promise<Model[]> {
  return await usableModels(services, services.settings.get("compaction.promoteTo"));
}

/** The models that may write a summary where the session's own cannot: the one for chores, those that stand in for others, the large ones. */
async function summaryModels(services: ModelSources): Promise<Model[]> {
  const { settings, models } = services;
  const small = await resolveRole("smol", { settings, registry: models });
  const patterns = [...(settings.get("fallbackModels") ?? []), ...settings.get("compaction.promoteTo")];
  return [...(small ? [small.model] : []), ...(await usableModels(services, patterns))];
}

async function usableModels({ models }: ModelSources, patterns: readonly string[]): Promise<Model[]> {
  if (patterns.length === 0) return [];
  models.choose(...patterns);
  await models.loadUsable();
  const { resolveModelScope } = await import("../../models/model-scope.ts");
  return resolveModelScope([...patterns], models.getAvailable()).scopedModels.map(({ model }) => model);
}
