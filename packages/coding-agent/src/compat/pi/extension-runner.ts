import type { AgentMessage } from "@tau/agent";
import type { ImageContent } from "@tau/ai";
import type { KeyId } from "@tau/tui";
import type {
  BoundaryContextPreview,
  CacheWarmingAction,
  CacheWarmingDecisionEvent,
  EntryRenderer,
  Extension,
  ExtensionActions,
  ExtensionCommandContext,
  ExtensionCommandContextActions,
  ExtensionContext,
  ExtensionContextActions,
  ExtensionError,
  ExtensionErrorListener,
  ExtensionEvent,
  ExtensionEventName,
  ExtensionEventOf,
  ExtensionEventResultOf,
  ExtensionFlag,
  ExtensionMode,
  ExtensionShortcut,
  ExtensionToolContext,
  ExtensionUIContext,
  InputEventResult,
  MarkdownTransformer,
  MessageEndEvent,
  MessageRenderer,
  ProviderActions,
  RegisteredTool,
  ResolvedCommand,
  ResourcesDiscoverEvent,
  SessionBoundaryDraft,
  SystemPromptOptions,
  ToolCallEvent,
  ToolCallEventResult,
  ToolDefinition,
  ToolRenderers,
  ToolResultEvent,
  ToolResultEventResult,
  UserBashEvent,
  UserBashEventResult,
} from "../../core/extensions/contract/index.ts";
import {
  emitBeforeAgentStart,
  type RunPreparation,
  type RunTrigger,
} from "../../core/extensions/host/emit-before-agent-start.ts";
import { type BoundaryEvent, type BoundaryOutcome, emitBoundary } from "../../core/extensions/host/emit-boundary.ts";
import { emitContext, emitMessageEnd } from "../../core/extensions/host/emit-context.ts";
import { emitInput, emitUserBash } from "../../core/extensions/host/emit-input.ts";
import {
  emitBeforeProviderHeaders,
  emitBeforeProviderRequest,
  emitCacheWarmingDecision,
} from "../../core/extensions/host/emit-provider.ts";
import {
  BEFORE_EVENTS,
  type BeforeEventName,
  type DiscoveredPaths,
  emitBefore,
  emitResourcesDiscover,
} from "../../core/extensions/host/emit-session.ts";
import { emitToolCall, emitToolResult } from "../../core/extensions/host/emit-tool.ts";
import type { Generation } from "../../core/extensions/host/generation.ts";
import { modelRegistryTarget, type ProviderTarget } from "../../core/extensions/host/provider-target.ts";
import type { ModelRegistry } from "../../core/models/index.ts";
import type { ResourceDiagnostic } from "../../core/resources/source-info.ts";
import type { InputSource } from "../../core/session/session-hooks.ts";
import { ExtensionRuntime } from "./extension-runtime.ts";
import type { ReadonlySessionManager } from "./session-manager.ts";

type KeyBindings = Readonly<Record<string, readonly string[] | string | undefined>>;

type Answer<TEvent> = TEvent extends { type: infer K extends BeforeEventName }
  ? ExtensionEventResultOf<K> | undefined
  : undefined;

/** A generation of extensions in a session, under pi's names. */
export class ExtensionRunner {
  readonly runtime: ExtensionRuntime;
  private readonly generation: Generation;

  constructor(
    extensions: readonly Extension[],
    runtime: ExtensionRuntime,
    ...place: [cwd: string, sessionManager: ReadonlySessionManager, modelRegistry: ModelRegistry] | []
  ) {
    const { generation } = runtime;
    this.runtime = runtime;
    this.generation = generation;
    runners.set(generation, this);
    if (place.length === 0) return;
    const [cwd, sessionManager, modelRegistry] = place;
    generation.use(extensions);
    generation.join({ cwd, sessionManager, modelRegistry });
  }

  /** Returns the runner for extensions that already are in a session. The same generation gives the same object. */
  static of(generation: Generation): ExtensionRunner {
    return runners.get(generation) ?? new ExtensionRunner(generation.extensions, ExtensionRuntime.of(generation));
  }

  get extensions(): readonly Extension[] {
    return this.generation.extensions;
  }

  bindCore(
    actions: ExtensionActions,
    contextActions: ExtensionContextActions,
    providers?: Partial<ProviderActions>,
  ): void {
    const { generation } = this;
    generation.bind(actions, contextActions);
    if (!providers) return;
    const report = (path: string, event: string, error: unknown) => generation.report(path, event, error);
    void generation.providers.bind(this.target(providers), report);
  }

  bindCommandContext(commands?: ExtensionCommandContextActions): void {
    this.generation.setCommands(commands);
  }

  setUIContext(ui?: ExtensionUIContext, mode?: ExtensionMode): void {
    this.generation.setUi(ui, mode);
  }

  getUIContext(): ExtensionUIContext {
    return this.generation.ui;
  }

  hasUI(): boolean {
    return this.generation.mode === "tui" || this.generation.mode === "rpc";
  }

  createContext(): ExtensionContext {
    return this.generation.createContext();
  }

  createCommandContext(): ExtensionCommandContext {
    return this.generation.createCommandContext();
  }

  createToolContext(toolCallId: string, signal: AbortSignal | undefined): ExtensionToolContext {
    return this.generation.createToolContext(toolCallId, signal);
  }

  getModelRegistry(): ModelRegistry {
    return this.generation.modelRegistry;
  }

  /** Asks the owner of the session to end it. */
  shutdown(): void {
    this.generation.contextActions.shutdown();
  }

  getActiveTools(): string[] {
    return this.runtime.getActiveTools();
  }

  emitError({ extensionPath, event, error, stack }: ExtensionError): void {
    this.generation.report(extensionPath, event, Object.assign(new Error(error), stack ? { stack } : {}));
  }

  onError(listener: ExtensionErrorListener): () => void {
    return this.generation.onError(listener);
  }

  invalidate(message?: string): void {
    this.generation.end(message);
  }

  reportUnhandledMcpServers(): void {
    this.generation.reportUnhandledMcpServers();
  }

  getExtensionPaths(): string[] {
    return this.extensions.map(({ path }) => path);
  }

  getAllRegisteredTools(): RegisteredTool[] {
    return this.generation.registered.getAllRegisteredTools();
  }

  getToolDefinition(name: string): ToolDefinition | undefined {
    return this.generation.registered.getToolDefinition(name);
  }

  getFlags(): Map<string, ExtensionFlag> {
    return this.generation.registered.getFlags();
  }

  setFlagValue(name: string, value: boolean | string): void {
    this.generation.flagValues.set(name, value);
  }

  getFlagValues(): Map<string, boolean | string> {
    return new Map(this.generation.flagValues);
  }

  getRegisteredCommands(): ResolvedCommand[] {
    return this.generation.registered.getRegisteredCommands();
  }

  getCommandDiagnostics(taken?: Iterable<string>): ResourceDiagnostic[] {
    return this.generation.registered.getCommandDiagnostics(taken);
  }

  getCommand(invocationName: string): ResolvedCommand | undefined {
    return this.generation.registered.getCommand(invocationName);
  }

  getShortcuts(bindings?: KeyBindings): Map<KeyId, ExtensionShortcut> {
    return this.generation.registered.getShortcuts(bindings);
  }

  getShortcutDiagnostics(bindings?: KeyBindings): ResourceDiagnostic[] {
    return this.generation.registered.getShortcutDiagnostics(bindings);
  }

  getMessageRenderer(customType: string): MessageRenderer | undefined {
    return this.generation.registered.getMessageRenderer(customType);
  }

  getEntryRenderer(customType: string): EntryRenderer | undefined {
    return this.generation.registered.getEntryRenderer(customType);
  }

  getMarkdownTransformers(): MarkdownTransformer[] {
    return this.generation.registered.getMarkdownTransformers();
  }

  resolveToolRenderers(name: string, base: () => ToolRenderers | undefined): ToolRenderers | undefined {
    return this.generation.registered.resolveToolRenderers(name, base);
  }

  hasHandlers(event: ExtensionEventName | (string & {})): boolean {
    return this.generation.hasHandlers(event as ExtensionEventName);
  }

  /** Sends the event to every handler. For events that precede an action, resolves to the last answer, or to the first one that cancels. */
  async emit<TEvent extends ExtensionEvent>(event: TEvent): Promise<Answer<TEvent>> {
    if (isBefore(event)) return (await emitBefore(this.generation.dispatch, event)) as Answer<TEvent>;
    await this.generation.notify(event);
    return undefined as Answer<TEvent>;
  }

  emitToolCall(event: ToolCallEvent): Promise<ToolCallEventResult | undefined> {
    return emitToolCall(this.generation.dispatch, event);
  }

  emitToolResult(event: ToolResultEvent): Promise<ToolResultEventResult | undefined> {
    return emitToolResult(this.generation.dispatch, event);
  }

  emitMessageEnd(event: MessageEndEvent): Promise<AgentMessage | undefined> {
    return emitMessageEnd(this.generation.dispatch, event);
  }

  emitUserBash(event: UserBashEvent): Promise<UserBashEventResult | undefined> {
    return emitUserBash(this.generation.dispatch, event);
  }

  emitContext(messages: AgentMessage[]): Promise<AgentMessage[]> {
    return emitContext(this.generation.dispatch, messages);
  }

  emitBeforeProviderRequest(payload: unknown): Promise<unknown> {
    return emitBeforeProviderRequest(this.generation.dispatch, payload);
  }

  emitBeforeProviderHeaders(headers: Record<string, string | null>): Promise<Record<string, string | null>> {
    return emitBeforeProviderHeaders(this.generation.dispatch, headers);
  }

  emitCacheWarmingDecision(event: CacheWarmingDecisionEvent): Promise<CacheWarmingAction> {
    return emitCacheWarmingDecision(this.generation.dispatch, event);
  }

  emitResourcesDiscover(cwd: string, reason: ResourcesDiscoverEvent["reason"]): Promise<DiscoveredPaths> {
    return emitResourcesDiscover(this.generation.dispatch, { type: "resources_discover", cwd, reason });
  }

  emitInput(
    text: string,
    images: ImageContent[] | undefined,
    source: InputSource,
    streamingBehavior?: "steer" | "followUp",
  ): Promise<InputEventResult> {
    const more = { ...(images ? { images } : {}), ...(streamingBehavior ? { streamingBehavior } : {}) };
    return emitInput(this.generation.dispatch, { text, source, ...more });
  }

  /** `valid` is false if a handler proposed entries that cannot be written. */
  async emitBoundary(
    event: BoundaryEvent,
    preview: (entries: SessionBoundaryDraft[]) => BoundaryContextPreview | Promise<BoundaryContextPreview>,
  ): Promise<BoundaryOutcome & { valid: boolean }> {
    let valid = true;
    const refused = () => {
      valid = false;
    };
    const boundary = { preview, problem: () => undefined, refused };
    return { ...(await emitBoundary(this.generation.dispatch, event, boundary)), valid };
  }

  /** Resolves to the options as the handlers changed them. Until then `ctx.getSystemPrompt()` returns the session's text. */
  async emitBeforeAgentStart(
    trigger: RunTrigger,
    systemPromptOptions: Partial<SystemPromptOptions> & Pick<SystemPromptOptions, "cwd">,
  ): Promise<Pick<RunPreparation, "messages"> & { systemPromptOptions: SystemPromptOptions }> {
    const options: SystemPromptOptions = { ...noPrompt(), ...systemPromptOptions };
    const { messages } = await emitBeforeAgentStart(this.generation.dispatch, trigger, {
      options,
      render: ({ customPrompt = "", appendSystemPrompt }) =>
        [customPrompt, appendSystemPrompt].filter((part) => part !== "").join("\n\n"),
      selectTools: (names) => [...names],
      offeredTools: () => options.selectedTools,
      publish: () => undefined,
    });
    return { messages, systemPromptOptions: options };
  }

  /** Uses the model registry for actions that the program does not provide. */
  private target(providers: Partial<ProviderActions>): ProviderTarget {
    const { generation } = this;
    const own = modelRegistryTarget({
      models: generation.modelRegistry,
      createContext: () => generation.createContext(),
      report: (path, event, error) => generation.report(path, event, error),
    });
    const { registerProvider, registerNativeProvider, registerVirtualModel } = providers;
    return {
      register: (name, config, path) => {
        if (!registerProvider) return own.register(name, config, path);
        registerProvider(name, config, path);
        return () => providers.unregisterProvider?.(name);
      },
      registerNative: (provider, path) => {
        if (!registerNativeProvider) return own.registerNative(provider, path);
        registerNativeProvider(provider, path);
        return () => providers.unregisterProvider?.(provider.id);
      },
      registerVirtualModel: (model, path) => {
        if (!registerVirtualModel) return own.registerVirtualModel(model, path);
        registerVirtualModel(model, path);
        return () => providers.unregisterVirtualModel?.(model.provider, model.id);
      },
      settled: async () => {
        await providers.settled?.();
        await own.settled();
      },
    };
  }
}

const runners = new WeakMap<Generation, ExtensionRunner>();

function isBefore(event: ExtensionEvent): event is ExtensionEventOf<BeforeEventName> & { type: BeforeEventName } {
  return (BEFORE_EVENTS as readonly string[]).includes(event.type);
}

function noPrompt(): Omit<SystemPromptOptions, "cwd"> {
  return {
    selectedTools: [],
    hiddenTools: [],
    toolSnippets: {},
    toolGuidelines: {},
    promptGuidelines: [],
    appendSystemPrompt: "",
    sections: {},
    contextFiles: [],
    skills: [],
  };
}
