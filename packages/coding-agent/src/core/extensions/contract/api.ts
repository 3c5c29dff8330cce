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
} from "./events/index.ts";
import type { ExtensionShortcut, RegisteredCommand } from "./extension.ts";
import type { McpServerConfig } from "./mcp-server.ts";
import type { PendingActions } from "./pending-actions.ts";
import type { ExtensionPermissions } from "./permissions.ts";
import type { ExtensionPorts } from "./ports.ts";
import type { ExtensionModeDefinition, ExtensionSettings, ExtensionSubcommand } from "./program.ts";
import type { ExtensionVirtualModel, NativeProvider, ProviderConfig } from "./provider-config.ts";
import type { EntryRenderer, MarkdownTransformer, MessageRenderer } from "./renderers.ts";
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

/** Takes one registration back: what it covered is there again. A handler may end with one, as if it returned nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: pi's registrations return nothing, and handlers are written for that
export type Registration = void & (() => void);

/**
 * What an extension's factory is given. While the factory runs it may register; acting works once the session is there. Whatever
 * registers returns a function that takes this one registration back.
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
  /** `tau <name> …`. */
  registerSubcommand(name: string, subcommand: ExtensionSubcommand): Registration;
  /** `--mode <name>`. */
  registerMode(name: string, mode: ExtensionModeDefinition): Registration;
  /** In the factory, the default; afterwards what the command line says. */
  getFlag(name: string): boolean | string | undefined;

  registerMessageRenderer<T = unknown>(customType: string, renderer: MessageRenderer<T>): Registration;
  registerEntryRenderer<T = unknown>(customType: string, renderer: EntryRenderer<T>): Registration;
  registerToolRenderer(resolver: ToolRendererResolver): Registration;
  registerMarkdownTransformer(transformer: MarkdownTransformer): Registration;

  sendMessage<T = unknown>(message: CustomMessageDraft<T>, options?: SendMessageOptions): void;
  sendUserMessage(content: string | (TextContent | ImageContent)[], options?: SendUserMessageOptions): void;
  /** Keeps data in the session; the model never sees it. */
  appendEntry<T = unknown>(customType: string, data?: T): void;
  setSessionName(name: string): void;
  getSessionName(): string | undefined;
  /** `undefined` takes the label away. */
  setLabel(entryId: string, label: string | undefined): void;

  /** Runs a program without a shell. */
  exec(command: string, args: string[], options?: ExecOptions): Promise<ExecResult>;

  getActiveTools(): string[];
  getAllTools(): ToolInfo[];
  /** Unknown and hidden tools are passed over. */
  setActiveTools(toolNames: string[]): void;
  getSettings(): Settings;
  getCommands(): SlashCommandInfo[];
  /** For this session only. `false` where there are no credentials for the model. */
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

  /** What the model can be told of during a run. */
  readonly tools: ToolDiscovery;
  /** The settings, and the extension's own among them. */
  readonly settings: ExtensionSettings;

  /** Between extensions. */
  readonly events: EventBus;

  /** Sessions below this one, with a model, tools and limits of their own. */
  readonly children: ChildSessions;
  /** Work that outlives a tool call, and tells the model how it ended. */
  readonly background: BackgroundWork;
  /** Changes that a tool has prepared and the model decides on. */
  readonly actions: PendingActions;
  /** The permission mode. */
  readonly permissions: ExtensionPermissions;
  /** What extensions offer to each other. */
  readonly services: ExtensionServices;
  /** What the extension remembers in the log. */
  readonly state: ExtensionState;
  /** Tells RPC and JSON clients something: `{"type":"extension_event","extension","name","data"}`. The data has to be JSON. */
  publish(name: string, data?: unknown): void;
}
