import type { KeyId } from "@tau/tui";
import type { ReadonlySessionManager } from "../../../compat/pi/session-manager.ts";
import type { ModelRegistry } from "../../models/index.ts";
import type { ResourceDiagnostic } from "../../resources/source-info.ts";
import type {
  EntryRenderer,
  Extension,
  ExtensionActions,
  ExtensionCommandContext,
  ExtensionCommandContextActions,
  ExtensionContext,
  ExtensionContextActions,
  ExtensionError,
  ExtensionErrorListener,
  ExtensionFlag,
  ExtensionMode,
  ExtensionShortcut,
  ExtensionToolContext,
  ExtensionUIContext,
  MarkdownTransformContext,
  MarkdownTransformer,
  MessageRenderer,
  ProviderActions,
  RegisteredTool,
  ResolvedCommand,
  ToolDefinition,
  ToolRenderers,
} from "../contract/index.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import { createNoUi } from "../no-ui.ts";
import type { ExtensionRuntime } from "../runtime/extension-runtime.ts";
import { providerActions } from "../session/provider-actions.ts";
import { resolveCommands } from "./commands.ts";
import { type ContextSource, createCommandContext, createContext, createToolContext } from "./context.ts";
import { createDispatch, notify } from "./dispatch.ts";
import { collectTools } from "./extension-tools.ts";
import { RunnerEvents } from "./runner-events.ts";
import { resolveShortcuts } from "./shortcuts.ts";
import { announcePrompts } from "./ui-prompts.ts";

/** The extensions of one session at work: what they have registered, the contexts they get, and how events reach them. */
export class ExtensionRunner extends RunnerEvents {
  readonly extensions: readonly Extension[];
  readonly runtime: ExtensionRuntime;
  private readonly source: { -readonly [K in keyof ContextSource]: ContextSource[K] };
  private unhandledServers = new Set<string>();

  constructor(
    extensions: readonly Extension[],
    runtime: ExtensionRuntime,
    cwd: string,
    sessionManager: ReadonlySessionManager,
    modelRegistry: ModelRegistry,
  ) {
    super(
      createDispatch(extensions, {
        createContext: () => this.createContext(),
        report: (path, event, error) => runtime.report(path, event, error),
      }),
    );
    this.extensions = extensions;
    this.runtime = runtime;
    this.source = {
      cwd,
      sessionManager,
      modelRegistry,
      ui: createNoUi(),
      mode: "print",
      actions: notStarted,
      commands: undefined,
      assertActive: () => runtime.assertActive(),
      getThinkingLevel: () => (runtime.isBound ? runtime.getThinkingLevel() : undefined),
    };
  }

  /** Joins the extensions to their session: from here on they may act. */
  bindCore(
    actions: ExtensionActions,
    contextActions: ExtensionContextActions,
    providers?: Partial<ProviderActions>,
  ): void {
    this.source.actions = contextActions;
    this.runtime.bind(actions, () => this.createContext());
    if (providers) void this.runtime.bindProviders({ ...this.ownProviders(), ...providers });
    this.runtime.mcpServers.setChangeListener(() => this.mcpServersChanged());
  }

  bindCommandContext(commands?: ExtensionCommandContextActions): void {
    this.source.commands = commands;
  }

  setUIContext(ui: ExtensionUIContext = createNoUi(), mode: ExtensionMode = "print"): void {
    this.source.ui = announcePrompts(ui, (event) => void notify(this.dispatch, event));
    this.source.mode = mode;
  }

  getUIContext(): ExtensionUIContext {
    return this.source.ui;
  }

  hasUI(): boolean {
    return this.source.mode === "tui" || this.source.mode === "rpc";
  }

  createContext(): ExtensionContext {
    return createContext(this.source);
  }

  createCommandContext(): ExtensionCommandContext {
    return createCommandContext(this.source);
  }

  createToolContext(toolCallId: string, signal: AbortSignal | undefined): ExtensionToolContext {
    return createToolContext(this.source, toolCallId, signal);
  }

  getModelRegistry(): ModelRegistry {
    return this.source.modelRegistry;
  }

  /** Asks whoever owns the session to end it. */
  shutdown(): void {
    this.source.actions.shutdown();
  }

  getActiveTools(): string[] {
    return this.runtime.getActiveTools();
  }

  emitError({ extensionPath, event, error, stack }: ExtensionError): void {
    this.runtime.report(extensionPath, event, Object.assign(new Error(error), stack ? { stack } : {}));
  }

  onError(listener: ExtensionErrorListener): () => void {
    return this.runtime.onError(listener);
  }

  invalidate(message?: string): void {
    this.runtime.invalidate(message);
  }

  getExtensionPaths(): string[] {
    return this.extensions.map(({ path }) => path);
  }

  getAllRegisteredTools(): RegisteredTool[] {
    return [...collectTools(this.extensions).tools.values()];
  }

  getToolDefinition(name: string): ToolDefinition | undefined {
    return this.extensions.map(({ tools }) => tools.get(name)?.definition).find((tool) => tool !== undefined);
  }

  getToolDiagnostics(): ResourceDiagnostic[] {
    return collectTools(this.extensions).diagnostics;
  }

  getFlags(): Map<string, ExtensionFlag> {
    return new Map(this.extensions.toReversed().flatMap(({ flags }) => [...flags]));
  }

  setFlagValue(name: string, value: boolean | string): void {
    this.runtime.flagValues.set(name, value);
  }

  getFlagValues(): Map<string, boolean | string> {
    return new Map(this.runtime.flagValues);
  }

  getRegisteredCommands(): ResolvedCommand[] {
    return resolveCommands(this.extensions);
  }

  /** Commands that cannot be called, because the program has one of that name. */
  getCommandDiagnostics(taken: Iterable<string> = []): ResourceDiagnostic[] {
    const names = new Set(taken);
    const hidden = this.getRegisteredCommands().filter(({ invocationName }) => names.has(invocationName));
    return hidden.map(({ invocationName, sourceInfo: { path } }) => {
      const message = `The command /${invocationName} of ${path} is passed over: Tau has one of that name.`;
      return { type: "warning", message, path };
    });
  }

  getCommand(invocationName: string): ResolvedCommand | undefined {
    return this.getRegisteredCommands().find((command) => command.invocationName === invocationName);
  }

  getShortcuts(bindings?: Parameters<typeof resolveShortcuts>[1]): Map<KeyId, ExtensionShortcut> {
    return resolveShortcuts(this.extensions, bindings).shortcuts;
  }

  getShortcutDiagnostics(bindings?: Parameters<typeof resolveShortcuts>[1]): ResourceDiagnostic[] {
    return resolveShortcuts(this.extensions, bindings).diagnostics;
  }

  getMessageRenderer(customType: string): MessageRenderer | undefined {
    return this.extensions.map((one) => one.messageRenderers.get(customType)).find((renderer) => renderer);
  }

  getEntryRenderer(customType: string): EntryRenderer | undefined {
    return this.extensions.map((one) => one.entryRenderers.get(customType)).find((renderer) => renderer);
  }

  /** Whether any entry has a look: then the conversation is more than its messages. */
  hasEntryRenderers(): boolean {
    return this.extensions.some(({ entryRenderers }) => entryRenderers.size > 0);
  }

  getMarkdownTransformers(): MarkdownTransformer[] {
    return this.extensions.flatMap(({ markdownTransformer }) => markdownTransformer ?? []);
  }

  /** Whether what is shown may differ from what was said. */
  transformsMarkdown(): boolean {
    return this.getMarkdownTransformers().length > 0;
  }

  /** Resolvers in the order of loading, then the tool's own renderers, then `base`. */
  resolveToolRenderers(name: string, base: () => ToolRenderers | undefined): ToolRenderers | undefined {
    const resolvers = this.extensions.flatMap(({ toolRenderers }) => toolRenderers);
    const own = () => {
      const tool = this.getToolDefinition(name);
      return tool?.renderCall || tool?.renderResult ? tool : base();
    };
    const from = (index: number): ToolRenderers | undefined => {
      const resolver = resolvers[index];
      return resolver ? resolver(name, () => from(index + 1)) : own();
    };
    return from(0);
  }

  /** A transformer that fails is passed over: what the ones before it made is kept. */
  transformMarkdown(markdown: string, context: MarkdownTransformContext): string {
    let current = markdown;
    for (const { path, markdownTransformer } of this.extensions) {
      try {
        current = markdownTransformer?.(current, context) ?? current;
      } catch (error) {
        this.runtime.report(path, "markdown_transformer", error);
      }
    }
    return current;
  }

  /** Servers that nobody will connect are reported, once each. */
  reportUnhandledMcpServers(): void {
    if (this.hasHandlers("mcp_servers_change")) return;
    for (const { name, extensionPath } of this.runtime.mcpServers.list()) {
      if (this.unhandledServers.has(name)) continue;
      this.unhandledServers.add(name);
      const error = new ExtensionHostError("not-available", `Nothing connects the MCP server "${name}".`);
      this.runtime.report(extensionPath, "register_mcp_server", error);
    }
  }

  /** What whoever binds the extensions leaves to their registry of models. */
  private ownProviders(): ProviderActions {
    return providerActions({
      models: this.source.modelRegistry,
      createContext: () => this.createContext(),
      report: (path, event, error) => this.runtime.report(path, event, error),
    });
  }

  private mcpServersChanged(): void {
    this.reportUnhandledMcpServers();
    void this.emit({ type: "mcp_servers_change", servers: this.runtime.mcpServers.list() });
  }
}

/** Read before there is a session: nothing runs, nothing waits. */
const notStarted: ExtensionContextActions = {
  getModel: () => undefined,
  getScopedModels: () => [],
  isIdle: () => true,
  isProjectTrusted: () => false,
  getSignal: () => undefined,
  abort: () => undefined,
  hasPendingMessages: () => false,
  shutdown: () => undefined,
  getContextUsage: () => undefined,
  compact: () => undefined,
  getSystemPrompt: () => "",
};
