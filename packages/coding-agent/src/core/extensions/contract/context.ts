import type { AgentTool, AgentToolCallOutcome, AgentToolUpdateCallback, CompactionResult } from "@tau/agent";
import type { ImageContent, Model, ModelThinkingLevel, TextContent } from "@tau/ai";
import type { ReadonlySessionManager, SessionManager } from "../../../compat/pi/session-manager.ts";
import type { ModelRegistry, ScopedModel } from "../../models/index.ts";
import type { ChildIdentity } from "../../session/children/child-sessions.ts";
import type { CustomMessageDraft } from "./events/index.ts";
import type { ExtensionResources } from "./resources.ts";
import type { BuildSystemPromptOptions } from "./system-prompt.ts";
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
  /** Start a run if none goes on. */
  triggerTurn?: boolean;
  /** Default `steer`. */
  deliverAs?: "steer" | "followUp" | "nextTurn";
}

export interface SendUserMessageOptions {
  /** Needed while a run goes on. */
  deliverAs?: "steer" | "followUp";
  /** Also run commands and fill in skills and templates. */
  expandPromptTemplates?: boolean;
}

/** What every handler is given. It is bound to one session: once that is replaced or reloaded, using it throws. */
export interface ExtensionContext {
  readonly ui: ExtensionUI;
  readonly mode: ExtensionMode;
  /** Can dialogs be shown? */
  readonly hasUI: boolean;
  readonly cwd: string;
  /** The child session that the tool runs in. Absent in the user's own. */
  readonly child?: ChildIdentity | undefined;
  readonly sessionManager: ReadonlySessionManager;
  readonly modelRegistry: ModelRegistry;
  /** Agents, rules and MCP servers that were found. */
  readonly resources: ExtensionResources;
  readonly model: Model | undefined;
  /** Empty where no models are scoped. */
  readonly scopedModels: readonly ScopedModel[];
  readonly thinkingLevel?: ModelThinkingLevel | undefined;
  /** Of the run that goes on. */
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
   * Stops the answer that is being written, adds the message and lets the run continue. The model does not see what it had written,
   * unless `keep` says so; the log has it. While tools run, the message comes after them. `false` where there is no run.
   */
  interrupt(interruption: Interruption): boolean;
  /**
   * When the turn is over, the conversation continues from that entry of the present branch, with the summary in place of all that came
   * after it. A turn that fails or is stopped moves nothing. Entries that are left stay in the log.
   */
  moveLeafAtTurnEnd(entryId: string, options: LeafMove): void;
}

export interface Interruption {
  /** What the model is told. */
  inject: string | CustomMessageDraft;
  /** Why, for the log and the screen. */
  reason: string;
  keep?: boolean;
}

export interface LeafMove {
  summary: string;
  /** Comes after the summary. */
  message?: CustomMessageDraft;
}

export interface ExecuteToolOptions {
  /** Default: the calling tool's. */
  signal?: AbortSignal;
  onUpdate?: AgentToolUpdateCallback;
}

/** What a tool is given: it may run other tools, with the same checks as calls of the model. */
export interface ExtensionToolContext extends ExtensionContext {
  readonly tools: readonly AgentTool[];
  /** A tool's failure is an outcome with `isError`, never a rejection. */
  executeTool(name: string, args: unknown, options?: ExecuteToolOptions): Promise<AgentToolCallOutcome>;
}

export interface SessionReplacement {
  cancelled: boolean;
}

export interface WithSessionOptions {
  /** Runs in the new session, with a context of its own. */
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

/** What a command is given: it may also replace the session, which an event handler must not. */
export interface ExtensionCommandContext extends ExtensionContext {
  getSystemPromptOptions(): BuildSystemPromptOptions;
  waitForIdle(): Promise<void>;
  newSession(options?: NewSessionRequest): Promise<SessionReplacement>;
  fork(entryId: string, options?: ForkRequest): Promise<SessionReplacement>;
  /** `fork` by its earlier name. */
  branch(entryId: string): Promise<SessionReplacement>;
  navigateTree(targetId: string, options?: NavigateTreeRequest): Promise<SessionReplacement>;
  switchSession(sessionPath: string, options?: WithSessionOptions): Promise<SessionReplacement>;
  /** Loads extensions, skills, prompts, themes and context files anew. */
  reload(): Promise<void>;
}

export interface ReplacedSessionContext extends ExtensionCommandContext {
  sendMessage<T = unknown>(message: CustomMessageDraft<T>, options?: SendMessageOptions): Promise<void>;
  sendUserMessage(content: string | (TextContent | ImageContent)[], options?: SendUserMessageOptions): Promise<void>;
}
