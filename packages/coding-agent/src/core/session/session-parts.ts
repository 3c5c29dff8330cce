import type { Agent, SessionLog } from "@tau/agent";
import type { Model, RetryPolicy } from "@tau/ai";
import type { SessionExtensions } from "../extensions/session/session-extensions.ts";
import type { SessionPermission } from "../permission/session-permission.ts";
import type { SystemPromptInput } from "../prompt/system-prompt.ts";
import type { BashOperations, UrlScheme } from "../tools/index.ts";
import type { CompactionPolicy } from "./compaction/compaction-policy.ts";
import type { CreatedSession, CreateSessionOptions } from "./create-session.ts";
import type { Recorder } from "./log/recorder.ts";
import type { ModelChoiceParts } from "./model/model-choice.ts";
import type { CacheWarmer } from "./run/cache-warming/cache-warmer.ts";
import type { FallbackSource } from "./run/rate-limit-fallback.ts";
import type { SnapshotHolder } from "./run/run-snapshots.ts";
import type { SessionEvents } from "./session-events.ts";
import type { SessionHooks } from "./session-hooks.ts";
import type { ToolSet } from "./tools/tool-set.ts";

/** The same content where there is nothing to change. */
export type FitImages = <Block extends { type: string }>(content: Block[]) => Promise<Block[]>;

/** What a session is made of. */
export interface SessionParts {
  readonly agent: Agent;
  readonly log: SessionLog;
  readonly events: SessionEvents;
  readonly recorder: Recorder;
  readonly tools: ToolSet;
  readonly models: Pick<ModelChoiceParts, "available" | "defaults" | "isRestored" | "scoped">;
  readonly hooks: SessionHooks;
  readonly permission: SessionPermission;
  /** Where extensions take part, they are behind the hooks. */
  readonly extensions?: SessionExtensions | undefined;
  /** The list of URL schemes that the tools look at and the client fills. */
  readonly clientUrls?: UrlScheme[];
  /** Records files before they change. Absent: changes of files cannot be undone. */
  readonly snapshots?: SnapshotHolder | undefined;
  /** What to go on with when the model is rate limited; without it a run waits and tries again. */
  readonly rateLimits?: FallbackSource;
  /** The model whose limits hold. Default: the chosen one. */
  readonly limits?: () => Model;
  readonly retrySettings: () => RetryPolicy;
  readonly compactionSettings: (model: Model) => CompactionPolicy;
  /** Models that may take over when the window is full. */
  readonly promotions?: () => Promise<readonly Model[]>;
  /** Models that may write a summary where the session's own cannot. */
  readonly summaryModels?: () => Promise<readonly Model[]>;
  readonly branchSummaryReserve: () => number;
  readonly bash: BashOperations;
  /** Makes images of prompts and results as small as the model wants them. */
  readonly fitImages?: FitImages | undefined;
  /** What the system prompt is made of, for the tools that are active now. */
  readonly promptInput: (tools: ToolSet) => SystemPromptInput;
  /** Brings the tools to what model and settings want, before a run. */
  readonly prepareTools?: (() => Promise<void>) | undefined;
  /** Replaces skill commands and templates by what they stand for. */
  readonly expand: (text: string) => string | Promise<string>;
  /** Throws where the model cannot be asked, for example without a key. */
  readonly checkModel: (model: Model) => void;
  readonly onListenerError: (error: unknown) => void;
  /** Makes another session, for the children of this one. */
  readonly createSession?: ((options: CreateSessionOptions) => Promise<CreatedSession>) | undefined;
  /** Called when the session ends. */
  readonly unfollowSettings?: (() => void) | undefined;
  /** The prompt that is kept in the vendor's cache. */
  readonly warming?: { next(): ReturnType<CacheWarmer["next"]>; stop(): void } | undefined;
}
