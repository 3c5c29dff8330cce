import type { ImageContent, Model, ModelThinkingLevel, TextContent } from "@tau/ai";
import type { KeyId } from "@tau/tui";
import type { TSchema } from "typebox";
import type { SourceInfo } from "../../resources/source-info.ts";
import type { Settings } from "../../settings/index.ts";
import type { EventBus } from "../event-bus.ts";
import type { ExecOptions, ExecResult } from "../exec.ts";
import type { BackgroundWork } from "./background.ts";
import type { ChildSessions } from "./children.ts";
import type { ExtensionContext, SendMessageOptions, SendUserMessageOptions } from "./context.ts";
import type {
  CustomMessageDraft,
  ExtensionEventName,
  ExtensionEventOf,
  ExtensionEventResultOf,
  ProjectTrustHandler,
  RegisteredMcpServer,
  UserPythonEvent,
  UserPythonEventResult,
} from "./events/index.ts";
import type { ExtensionShortcut, RegisteredCommand } from "./extension.ts";
import type { McpServerConfig } from "./mcp-server.ts";
import type { PendingActions } from "./pending-actions.ts";
import type { ExtensionPermissions } from "./permissions.ts";
import type { ExtensionPorts } from "./ports.ts";
import type { ExtensionSettings, ExtensionSubcommand } from "./program.ts";
import type { ExtensionVirtualModel, NativeProvider, ProviderConfig } from "./provider-config.ts";
import type { EntryRenderer, MarkdownTransformer, MessageRenderer } from "./renderers.ts";
import type { AnyModeDefinition } from "./server-mode.ts";
import type { ExtensionServices } from "./services.ts";
import type { ExtensionState } from "./state.ts";
import type {
  ToolAnnotations,
  ToolDefinition,
  ToolExposure,
  ToolNamespace,
  ToolRendererResolver,
} from "./tool-definition.ts";
import type { ToolDiscovery } from "./tool-discovery.ts";

// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement must fit
export type ExtensionHandler<E, R = undefined> = (event: E, ctx: ExtensionContext) => Promise<R | void> | R | void;

export type ExtensionHandlerOf<K extends ExtensionEventName> = K extends "project_trust"
  ? ProjectTrustHandler
  : ExtensionHandler<ExtensionEventOf<K>, ExtensionEventResultOf<K>>;

export type SlashCommandSource = "extension" | "prompt" | "skill";

export interface SlashCommandInfo {
  name: string;
  description?: string;
  source: SlashCommandSource;
  sourceInfo: SourceInfo;
}

export type ToolInfo = Pick<
  ToolDefinition,
  "name" | "description" | "parameters" | "promptGuidelines" | "reachesTools"
> & {
  exposure: ToolExposure;
  namespace?: ToolNamespace;
  annotations?: ToolAnnotations;
  sourceInfo: SourceInfo;
};

export type FlagOptions =
  | { description?: string; type: "boolean"; default?: boolean }
  | { description?: string; type: "string"; default?: string };

/**
 * Reverts one registration; an earlier registration that it replaced is in effect again. The type includes `void` so that a handler may
 * return a registration as if it returned nothing.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: pi's registrations return nothing, and handlers are written for that
export type Registration = void & (() => void);

/**
 * The API that is passed to an extension's factory. The factory may only register; actions work once the session has started. Each
 * registering method returns a function that reverts that registration.
 */
export interface ExtensionAPI extends ExtensionPorts {
  on<K extends ExtensionEventName>(event: K, handler: ExtensionHandlerOf<K>): () => void;

  registerTool<TParams extends TSchema = TSchema, TDetails = unknown, TState = unknown>(
    tool: ToolDefinition<TParams, TDetails, TState>,
  ): Registration;
  registerCommand(name: string, options: Omit<RegisteredCommand, "name" | "sourceInfo">): Registration;
  registerShortcut(
    shortcut: KeyId,
    options: Pick<ExtensionShortcut, "description" | "handler" | "action">,
  ): Registration;
  registerFlag(name: string, options: FlagOptions): Registration;
  /** Registers `tau <name> …`. */
  registerSubcommand(name: string, subcommand: ExtensionSubcommand): Registration;
  /** Registers `--mode <name>`. */
  registerMode(name: string, mode: AnyModeDefinition): Registration;
  /** Returns the default while the factory runs, afterwards the value from the command line. */
  getFlag(name: string): boolean | string | undefined;

  registerMessageRenderer<T = unknown>(customType: string, renderer: MessageRenderer<T>): Registration;
  registerEntryRenderer<T = unknown>(customType: string, renderer: EntryRenderer<T>): Registration;
  registerToolRenderer(resolver: ToolRendererResolver): Registration;
  registerMarkdownTransformer(transformer: MarkdownTransformer): Registration;

  sendMessage<T = unknown>(message: CustomMessageDraft<T>, options?: SendMessageOptions): void;
  sendUserMessage(content: string | (TextContent | ImageContent)[], options?: SendUserMessageOptions): void;
  /** Stores data in the session's log; the model never sees it. */
  appendEntry<T = unknown>(customType: string, data?: T): void;
  setSessionName(name: string): void;
  getSessionName(): string | undefined;
  /** `undefined` removes the label. */
  setLabel(entryId: string, label: string | undefined): void;

  /**
   * Asks the handlers of `user_python` before the extension runs Python code of the user. Resolves to the first result, which replaces the
   * run. Rejects if a handler fails, so that the code does not run: the handler may be a guard.
   */
  emitUserPython(event: Omit<UserPythonEvent, "type">): Promise<UserPythonEventResult | undefined>;

  /** Runs a program without a shell. */
  exec(command: string, args: string[], options?: ExecOptions): Promise<ExecResult>;

  getActiveTools(): string[];
  getAllTools(): ToolInfo[];
  /** Ignores unknown and hidden tools. */
  setActiveTools(toolNames: string[]): void;
  getSettings(): Settings;
  getCommands(): SlashCommandInfo[];
  /** Sets the model for this session only. Resolves to `false` if there are no credentials for it. */
  setModel(model: Model): Promise<boolean>;
  getThinkingLevel(): ModelThinkingLevel;
  setThinkingLevel(level: ModelThinkingLevel): void;

  registerProvider(provider: NativeProvider): Registration;
  registerProvider(name: string, config: ProviderConfig): Registration;
  unregisterProvider(name: string): void;
  registerVirtualModel<TState = unknown>(model: ExtensionVirtualModel<TState>): Registration;
  unregisterVirtualModel(provider: string, id: string): void;
  registerMcpServer(name: string, config: McpServerConfig): Registration;
  unregisterMcpServer(name: string): void;
  getMcpServers(): RegisteredMcpServer[];

  /** Tools that the model can discover during a run. */
  readonly tools: ToolDiscovery;
  /** All settings, including those that the extension registers. */
  readonly settings: ExtensionSettings;

  /** Events that extensions send to each other. */
  readonly events: EventBus;

  /** Child sessions with their own model, tools and limits. */
  readonly children: ChildSessions;
  /** Work that continues after a tool call and reports its outcome to the model. */
  readonly background: BackgroundWork;
  /** Changes that a tool has prepared and that the model accepts or rejects. */
  readonly actions: PendingActions;
  /** The permission mode. */
  readonly permissions: ExtensionPermissions;
  /** Services that extensions offer to each other. */
  readonly services: ExtensionServices;
  /** State that the extension keeps in the session's log. */
  readonly state: ExtensionState;
  /** Sends `{"type":"extension_event","extension","name","data"}` to RPC and JSON clients. The data must be JSON. */
  publish(name: string, data?: unknown): void;
}
