import type { AuthResolutionOverrides, Model } from "@tau/ai";
import type { ProgressEvent } from "../../core/packages/index.ts";
import type { Settings } from "../../core/settings/index.ts";
import type { DefaultPackageManager } from "./package-manager.ts";

/** Names for parts of other types, for programs that use them. */
type Setting<Name extends keyof Settings> = NonNullable<Settings[Name]>;

export type QuietStartup = Setting<"quietStartup">;
export type FullscreenExitOutput = Setting<"fullscreenExitOutput">;
export type DefaultProjectTrust = Setting<"defaultProjectTrust">;
export type CacheWarmingMode = Setting<"cacheWarming">;
export type RetrySettings = Setting<"retry">;
export type ImageSettings = Setting<"images">;
export type CompactionSettings = Setting<"compaction">;
export type CompactionModelOverride = NonNullable<Setting<"compaction">["modelOverrides"]>[string];

export type PackageManager = Omit<DefaultPackageManager, "checkForAvailableUpdates">;
export type ProgressCallback = (event: ProgressEvent) => void;

export type ModelInfo = Pick<Model, "provider" | "id" | "contextWindow" | "reasoning">;

export type ModelRuntimeAuthOverrides = AuthResolutionOverrides;

export type { VirtualModelDefinition } from "../../core/models/index.ts";

export interface VirtualModelStateData<TState = unknown> {
  readonly provider: string;
  readonly modelId: string;
  readonly state: TState;
}
