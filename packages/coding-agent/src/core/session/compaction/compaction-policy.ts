import type { CompactionSettings } from "@tau/agent";
import type { Model } from "@tau/ai";
import { type ModelRegistry, resolveRole } from "../../models/index.ts";
import { compactionLimits, type SettingsStore } from "../../settings/index.ts";

/** When and how a session's conversation is shortened. */
export interface CompactionPolicy extends CompactionSettings {
  /** What to do when the context window is nearly full after an answer. Default: write a summary. */
  readonly strategy?: "context-full" | "handoff" | "off";
  /** Whether to ask the model to continue its work after its conversation was shortened. */
  readonly autoContinue?: boolean;
  /** How full the context window must be, in percent, for a compaction while the session is idle. */
  readonly idleThresholdPercent?: number;
  /** Whether to omit old tool outputs first, if that frees enough room. */
  readonly prune?: boolean;
  /** The URL of a server that writes summaries. If it fails, the model writes them. */
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

/** The models that can replace the session's model, looked up when they are needed. */
export function spareModels(services: ModelSources) {
  return { promotions: () => promotionModels(services), summaryModels: () => summaryModels(services) };
}

/** Returns the usable models that may take over when the context window is full. */
async function promotionModels(services: ModelSources): Promise<Model[]> {
  return await usableModels(services, services.settings.get("compaction.promoteTo"));
}

/**
 * Returns the models that may write a summary if the session's model cannot: the small
 * model, the fallback models, and the models with larger windows.
 */
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
  const { resolveModelScope } = await import("../../models/choice/model-scope.ts");
  return resolveModelScope([...patterns], models.getAvailable()).scopedModels.map(({ model }) => model);
}
