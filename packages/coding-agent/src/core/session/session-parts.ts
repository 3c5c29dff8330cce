import type { Agent, SessionLog } from "@tau/agent";
import type { Model, RetryPolicy } from "@tau/ai";
import type { RemoteWorkspace } from "../extensions/contract/remote-workspace.ts";
import type { SessionExtensions } from "../extensions/session/session-extensions.ts";
import type { SessionPermission } from "../permission/session-permission.ts";
import type { SystemPromptInput } from "../prompt/system-prompt.ts";
import type { BashOperations, UrlScheme } from "../tools/index.ts";
import type { ToolPortsSource } from "../tools/tool-ports.ts";
import type { CompactionPolicy } from "./compaction/compaction-policy.ts";
import type { CreatedSession, CreateSessionOptions } from "./create-session.ts";
import type { Recorder } from "./log/recorder.ts";
import type { ModelChoiceParts } from "./model/model-choice.ts";
import type { CacheWarmer } from "./run/cache-warming/cache-warmer.ts";
import type { FallbackSource } from "./run/rate-limit-fallback.ts";
import type { SnapshotHolder } from "./run/run-snapshots.ts";
import type { RunningCalls } from "./run/running-calls.ts";
import type { SessionEvents } from "./session-events.ts";
import type { SessionHooks } from "./session-hooks.ts";
import type { ToolSet } from "./tools/tool-set.ts";

/** Resizes images. Returns the same array if there is nothing to change. */
export type FitImages = <Block extends { type: string }>(content: Block[]) => Promise<Block[]>;

export interface SessionParts {
  readonly agent: Agent;
  readonly log: SessionLog;
  readonly events: SessionEvents;
  readonly recorder: Recorder;
  readonly tools: ToolSet;
  readonly models: Pick<ModelChoiceParts, "available" | "defaults" | "isRestored" | "scoped">;
  readonly hooks: SessionHooks;
  readonly permission: SessionPermission;
  readonly runningCalls: RunningCalls;
  /** The extensions, which take part through the hooks. */
  readonly extensions?: SessionExtensions | undefined;
  /** The list of URL schemes that the client fills and the tools read. */
  readonly clientUrls?: UrlScheme[];
  /** The schemes, readers and decorators that the tools use now. */
  readonly toolPorts?: ToolPortsSource;
  /** The folder of another machine in which the tools work. Absent if they work on this one. */
  readonly remote?: RemoteWorkspace | undefined;
  /** Records files before they change. If absent, file changes cannot be undone. */
  readonly snapshots?: SnapshotHolder | undefined;
  /** The alternatives when the model is rate limited. Without them a run waits and retries. */
  readonly rateLimits?: FallbackSource;
  /** The model whose limits apply. Default: the chosen one. */
  readonly limits?: () => Model;
  readonly retrySettings: () => RetryPolicy;
  readonly compactionSettings: (model: Model) => CompactionPolicy;
  /** Models that may take over when the context window is full. */
  readonly promotions?: () => Promise<readonly Model[]>;
  /** Models that may write a summary if the session's model cannot. */
  readonly summaryModels?: () => Promise<readonly Model[]>;
  readonly branchSummaryReserve: () => number;
  readonly bash: BashOperations;
  /** Resizes images in prompts and results to the limits of the model. */
  readonly fitImages?: FitImages | undefined;
  /** Returns the parts of the system prompt for the tools that are active now. */
  readonly promptInput: (tools: ToolSet) => SystemPromptInput;
  /** Adapts the tools to the model and the settings before a run. */
  readonly prepareTools?: (() => Promise<void>) | undefined;
  /** Expands skill commands and templates. */
  readonly expand: (text: string) => string | Promise<string>;
  /** Throws if the model cannot be used, for example without a key. */
  readonly checkModel: (model: Model) => void;
  readonly onListenerError: (error: unknown) => void;
  /** Creates other sessions, for the children of this one. */
  readonly createSession?: ((options: CreateSessionOptions) => Promise<CreatedSession>) | undefined;
  /** Called when the session ends. */
  readonly unfollowSettings?: (() => void) | undefined;
  /** The cache warming of the last prompt. */
  readonly warming?: { next(): ReturnType<CacheWarmer["next"]>; stop(): void } | undefined;
}
