import type { AgentTool, AgentToolCallOutcome, AgentToolUpdateCallback, CompactionResult } from "@tau/agent";
import type { ImageContent, Model, ModelThinkingLevel, TextContent } from "@tau/ai";
import type { ReadonlySessionManager, SessionManager } from "../../../compat/pi/session-manager.ts";
import type { ModelRegistry, ScopedModel } from "../../models/index.ts";
import type { ChildIdentity } from "../../session/children/child-sessions.ts";
import type { CustomMessageDraft } from "./events/index.ts";
import type { RemoteWorkspace } from "./remote-workspace.ts";
import type { ExtensionResources } from "./resources.ts";
import type { BuildSystemPromptOptions } from "./system-prompt.ts";
import type { ToolEffects } from "./tool-definition.ts";
import type { ExtensionMode } from "./ui.ts";
import type { ExtensionUI } from "./ui-components.ts";

export interface ContextUsage {
  /** `null` right after a compaction, until the model has answered. */
  tokens: number | null;
  contextWindow: number;
  percent: number | null;
}

export interface CompactOptions {
  customInstructions?: string;
  onComplete?: (result: CompactionResult) => void;
  onError?: (error: Error) => void;
}

export interface SendMessageOptions {
  /** Starts a run if none is active. */
  triggerTurn?: boolean;
  /** Default `steer`. */
  deliverAs?: "steer" | "followUp" | "nextTurn";
}

export interface SendUserMessageOptions {
  /** Required while a run is active. */
  deliverAs?: "steer" | "followUp";
  /** Also runs commands and expands skills and templates. */
  expandPromptTemplates?: boolean;
}

/** The context that is passed to every handler. It belongs to one session: after that session is replaced or reloaded, using it throws. */
export interface ExtensionContext {
  readonly ui: ExtensionUI;
  readonly mode: ExtensionMode;
  /** Whether dialogs can be shown. */
  readonly hasUI: boolean;
  /** The folder on this machine. */
  readonly cwd: string;
  /** The folder on another machine in which the session works, if it does: read, write and run there and not in `cwd`. */
  readonly remote?: RemoteWorkspace | undefined;
  /** The child session in which the tool runs. Absent in the user's session. */
  readonly child?: ChildIdentity | undefined;
  readonly sessionManager: ReadonlySessionManager;
  readonly modelRegistry: ModelRegistry;
  /** The agents, rules and MCP servers that were found. */
  readonly resources: ExtensionResources;
  readonly model: Model | undefined;
  /** Empty if no models are scoped. */
  readonly scopedModels: readonly ScopedModel[];
  readonly thinkingLevel?: ModelThinkingLevel | undefined;
  /** The abort signal of the active run. */
  readonly signal: AbortSignal | undefined;
  isIdle(): boolean;
  isProjectTrusted(): boolean;
  abort(): void;
  hasPendingMessages(): boolean;
  /** Ends the program once it is idle. */
  shutdown(): void;
  getContextUsage(): ContextUsage | undefined;
  /** Starts a compaction and does not wait for it. */
  compact(options?: CompactOptions): void;
  getSystemPrompt(): string;
  /**
   * Stops the answer that the model is writing, adds the message and continues the run. The partial answer stays in the log, but the model
   * sees it only with `keep`. While tools run, the message is added after their results. Returns `false` if no run is active.
   */
  interrupt(interruption: Interruption): boolean;
  /**
   * At the end of the turn, moves the conversation back to that entry of the current branch, with the summary in place of all later
   * entries. Does nothing if the turn fails or is stopped. The entries after it stay in the log.
   */
  moveLeafAtTurnEnd(entryId: string, options: LeafMove): void;
}

export interface Interruption {
  /** The message for the model. */
  inject: string | CustomMessageDraft;
  /** The reason, for the log and the screen. */
  reason: string;
  keep?: boolean;
}

export interface LeafMove {
  summary: string;
  /** Added after the summary. */
  message?: CustomMessageDraft;
}

export interface ExecuteToolOptions {
  /** Default: the signal of the calling tool. */
  signal?: AbortSignal;
  onUpdate?: AgentToolUpdateCallback;
}

/** The context that is passed to a tool. It may run other tools, which pass the same checks as calls of the model. */
export interface ExtensionToolContext extends ExtensionContext {
  readonly tools: readonly AgentTool[];
  /** Runs a tool. A failure of the tool is an outcome with `isError`, never a rejection. */
  executeTool(name: string, args: unknown, options?: ExecuteToolOptions): Promise<AgentToolCallOutcome>;
  /**
   * Asks the permission policy about an effect that `describe` could not name, because it became known while the call runs. Rejects with a
   * text for the model if the policy or the user refuses.
   */
  permit(effects: ToolEffects): Promise<void>;
}

export interface SessionReplacement {
  cancelled: boolean;
}

export interface WithSessionOptions {
  /** Runs in the new session, with a new context. */
  withSession?: (ctx: ReplacedSessionContext) => Promise<void>;
}

export interface NewSessionRequest extends WithSessionOptions {
  parentSession?: string;
  setup?: (sessionManager: SessionManager) => Promise<void>;
}

export interface ForkRequest extends WithSessionOptions {
  /** Default `before`. */
  position?: "before" | "at";
}

export interface NavigateTreeRequest {
  summarize?: boolean;
  customInstructions?: string;
  replaceInstructions?: boolean;
  label?: string;
}

/** The context that is passed to a command. Unlike an event handler, a command may replace the session. */
export interface ExtensionCommandContext extends ExtensionContext {
  getSystemPromptOptions(): BuildSystemPromptOptions;
  waitForIdle(): Promise<void>;
  newSession(options?: NewSessionRequest): Promise<SessionReplacement>;
  fork(entryId: string, options?: ForkRequest): Promise<SessionReplacement>;
  /** The earlier name of `fork`. */
  branch(entryId: string): Promise<SessionReplacement>;
  navigateTree(targetId: string, options?: NavigateTreeRequest): Promise<SessionReplacement>;
  switchSession(sessionPath: string, options?: WithSessionOptions): Promise<SessionReplacement>;
  /** Reloads extensions, skills, prompts, themes and context files. */
  reload(): Promise<void>;
}

export interface ReplacedSessionContext extends ExtensionCommandContext {
  sendMessage<T = unknown>(message: CustomMessageDraft<T>, options?: SendMessageOptions): Promise<void>;
  sendUserMessage(content: string | (TextContent | ImageContent)[], options?: SendUserMessageOptions): Promise<void>;
}
