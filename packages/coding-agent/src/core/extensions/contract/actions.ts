import type { AgentTool, AgentToolCallOutcome } from "@tau/agent";
import type { ImageContent, Model, ModelThinkingLevel, TextContent } from "@tau/ai";
import type { ScopedModel } from "../../models/index.ts";
import type { Settings } from "../../settings/index.ts";
import type { SlashCommandInfo, ToolInfo } from "./api.ts";
import type {
  CompactOptions,
  ContextUsage,
  ExecuteToolOptions,
  ForkRequest,
  Interruption,
  LeafMove,
  NavigateTreeRequest,
  NewSessionRequest,
  SendMessageOptions,
  SendUserMessageOptions,
  SessionReplacement,
  WithSessionOptions,
} from "./context.ts";
import type { CustomMessageDraft } from "./events/index.ts";
import type { ExtensionVirtualModel, NativeProvider, ProviderConfig } from "./provider-config.ts";
import type { RemoteWorkspace } from "./remote-workspace.ts";
import type { BuildSystemPromptOptions } from "./system-prompt.ts";
import type { ToolEffects } from "./tool-definition.ts";
import type { ToolDiscovery } from "./tool-discovery.ts";

/** The implementation of the methods of `pi` that need a session. */
export interface ExtensionActions {
  sendMessage(message: CustomMessageDraft, options?: SendMessageOptions): Promise<void> | void;
  sendUserMessage(
    content: string | (TextContent | ImageContent)[],
    options?: SendUserMessageOptions,
  ): Promise<void> | void;
  appendEntry(customType: string, data?: unknown): void;
  setSessionName(name: string): void;
  getSessionName(): string | undefined;
  setLabel(entryId: string, label: string | undefined): void;
  getActiveTools(): string[];
  getAllTools(): ToolInfo[];
  setActiveTools(toolNames: string[]): void;
  tools: ToolDiscovery;
  /** Called after a tool was registered or replaced. */
  refreshTools(): void;
  getSettings(): Settings;
  getCommands(): SlashCommandInfo[];
  setModel(model: Model): Promise<boolean>;
  getThinkingLevel(): ModelThinkingLevel;
  setThinkingLevel(level: ModelThinkingLevel): void;
}

/** The implementation of `ctx`. */
export interface ExtensionContextActions {
  getModel(): Model | undefined;
  getScopedModels(): readonly ScopedModel[];
  isIdle(): boolean;
  isProjectTrusted(): boolean;
  getSignal(): AbortSignal | undefined;
  abort(): void;
  hasPendingMessages(): boolean;
  shutdown(): void;
  getContextUsage(): ContextUsage | undefined;
  compact(options?: CompactOptions): void;
  getSystemPrompt(): string;
  getSystemPromptOptions?(): BuildSystemPromptOptions;
  executeTool?(
    callerId: string,
    name: string,
    args: unknown,
    options: ExecuteToolOptions,
  ): Promise<AgentToolCallOutcome>;
  /** Resolves to why the effect of a running call is refused; `undefined` if it is permitted. */
  permitEffects?(callId: string, effects: ToolEffects): Promise<string | undefined>;
  getCallableTools?(): readonly AgentTool[];
  getRemote?(): RemoteWorkspace | undefined;
  interrupt?(interruption: Interruption): boolean;
  moveLeafAtTurnEnd?(entryId: string, move: LeafMove): void;
}

/** The additional methods of a command's context. The mode that owns the session implements them. */
export interface ExtensionCommandContextActions {
  waitForIdle(): Promise<void>;
  newSession(options?: NewSessionRequest): Promise<SessionReplacement>;
  fork(entryId: string, options?: ForkRequest): Promise<SessionReplacement>;
  navigateTree(targetId: string, options?: NavigateTreeRequest): Promise<SessionReplacement>;
  switchSession(sessionPath: string, options?: WithSessionOptions): Promise<SessionReplacement>;
  reload(): Promise<void>;
}

/** Receives the providers and virtual models that extensions register. */
export interface ProviderActions {
  registerProvider(name: string, config: ProviderConfig, extensionPath: string): void;
  registerNativeProvider(provider: NativeProvider, extensionPath: string): void;
  unregisterProvider(name: string): void;
  registerVirtualModel(model: ExtensionVirtualModel, extensionPath: string): void;
  unregisterVirtualModel(provider: string, id: string): void;
  /** Resolves when the providers have finished their background discovery, or when it has taken too long. */
  settled(): Promise<void>;
}
