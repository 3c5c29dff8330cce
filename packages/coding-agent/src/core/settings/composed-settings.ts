import type { Model, ModelThinkingLevel, RetryPolicy } from "@tau/ai";
import { currentReference, withCurrentNames } from "../auth/provider-names.ts";
import type { SettingValue } from "./setting-path.ts";
import type { SettingsStore } from "./settings-store.ts";
import { readVariable, type TerminalOverrides, terminalVariables } from "./terminal-variables.ts";

/** This file composes values from several settings, or from a setting and the environment. */
type Reader = Pick<SettingsStore, "get">;
type ModelReference = Pick<Model, "provider" | "id">;
type Environment = Record<string, string | undefined>;

/** Returns how often and how long a failed run or summary is retried. */
export function retryPolicy(settings: Reader): Required<Omit<RetryPolicy, "longestWaitMs">> {
  return {
    enabled: settings.get("retry.enabled"),
    maxRetries: settings.get("retry.maxRetries"),
    baseDelayMs: settings.get("retry.baseDelayMs"),
    maxAgentDelayMs: settings.get("retry.maxAgentDelayMs"),
  };
}

/** Returns the limits of one request, which apply below the retry policy of the run. */
export function requestLimits(settings: Reader): { timeoutMs: number; maxRetries: number; maxRetryDelayMs: number } {
  return {
    timeoutMs: settings.get("retry.provider.timeoutMs") ?? milliseconds(settings.get("httpIdleTimeoutMs")),
    maxRetries: settings.get("retry.provider.maxRetries"),
    maxRetryDelayMs: settings.get("retry.provider.maxRetryDelayMs"),
  };
}

export interface CompactionLimits {
  enabled: boolean;
  reserveTokens: number;
  keepRecentTokens: number;
}

export function compactionLimits(settings: Reader, model?: ModelReference): CompactionLimits {
  const overrides = withCurrentNames(settings.get("compaction.modelOverrides") ?? {}, currentReference);
  const own = model && overrides[`${model.provider}/${model.id}`];
  return {
    enabled: settings.get("compaction.enabled"),
    reserveTokens: own?.reserveTokens ?? settings.get("compaction.reserveTokens"),
    keepRecentTokens: own?.keepRecentTokens ?? settings.get("compaction.keepRecentTokens"),
  };
}

/** Returns the thinking level chosen for each model, by `provider/id`. */
export function modelThinkingLevels(settings: Reader): Record<string, ModelThinkingLevel> {
  return withCurrentNames(settings.get("modelThinkingLevels") ?? {}, currentReference);
}

export function externalEditorCommand(settings: Reader, env: Environment = process.env): string {
  const fallback = process.platform === "win32" ? "notepad" : "nano";
  return settings.get("externalEditor") || env.VISUAL || env.EDITOR || fallback;
}

/**
 * Returns what the user fixed about the terminal, in the settings or else in the environment. Properties left to
 * detection are absent.
 */
export function terminalOverrides(settings: Reader, env: Environment = process.env): TerminalOverrides {
  const { hyperlinks, images, trueColor } = settings.get("terminal") ?? {};
  return {
    ...terminalVariables(env),
    ...(typeof hyperlinks === "boolean" ? { hyperlinks } : {}),
    ...(images === undefined || images === "auto" ? {} : { images: images || null }),
    ...(typeof trueColor === "boolean" ? { trueColor } : {}),
  };
}

/** Returns whether the hardware cursor is shown. The environment decides if no settings file does. */
export function isHardwareCursorShown(
  settings: Pick<SettingsStore, "getSettings">,
  env: Environment = process.env,
): boolean {
  return settings.getSettings().showHardwareCursor ?? readVariable(env, "HARDWARE_CURSOR") === "1";
}

/** Returns the limit in milliseconds; 0 if it is disabled. */
export function milliseconds(value: SettingValue<"httpIdleTimeoutMs">): number {
  return value === "disabled" ? 0 : value;
}
