import type { ReadonlySessionManager } from "../../../compat/pi/session-manager.ts";
import { errorText } from "../../error-text.ts";
import type { ModelRegistry } from "../../models/index.ts";
import type { ResourceLoader } from "../../resources/index.ts";
import type {
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
  ExtensionMode,
  ExtensionToolContext,
  ExtensionUI,
  ExtensionUISource,
} from "../contract/index.ts";
import { Registered } from "../extension/registered.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import { createNoUi } from "../no-ui.ts";
import type { SessionPorts } from "../session/session-ports.ts";
import { type ContextSource, createCommandContext, createContext, createToolContext } from "./context.ts";
import { createDispatch, type Dispatch, notify } from "./dispatch.ts";
import { ExtensionProviders } from "./extension-providers.ts";
import { McpServerRegistry } from "./mcp-servers.ts";
import { RegisteredPorts } from "./registered-ports.ts";
import { ServiceRegistry } from "./service-registry.ts";
import { withComponents } from "./ui-fallback.ts";
import { announcePrompts } from "./ui-prompts.ts";

const STALE =
  "This extension ctx is stale after session replacement or reload. Use the context that withSession gets, or the new instance's own.";

/** The surroundings that contexts of extensions read from. */
export interface ContextPlace {
  readonly cwd: string;
  readonly sessionManager: ReadonlySessionManager;
  readonly modelRegistry: ModelRegistry;
  readonly resources?: ResourceLoader | undefined;
}

/**
 * The extensions that were loaded together, and their shared state. Each reload and each session has its own generation. After a generation
 * has ended, every use of its objects by an extension throws.
 */
export class Generation {
  flagValues = new Map<string, boolean | string>();
  readonly mcpServers = new McpServerRegistry();
  readonly providers = new ExtensionProviders();
  readonly services = new ServiceRegistry();
  readonly registered: Registered;
  readonly toolPorts: RegisteredPorts;
  readonly dispatch: Dispatch;
  /** Loads the battery that connects MCP servers, if no extension connects them yet. */
  connectServers: (() => Promise<void>) | undefined;
  /** Resolves when extensions have been notified of the MCP servers that are registered now. */
  serversTold: Promise<void> | undefined;
  /** The extension whose default value a flag has. */
  private readonly flagDefaults = new Map<string, Extension>();
  private loaded: readonly Extension[] = [];
  private readonly errorListeners = new Set<ExtensionErrorListener>();
  /** Errors that were reported before there was a listener. */
  private readonly unreported: ExtensionError[] = [];
  /** Errors that have already been reported. */
  private readonly reported = new WeakSet<object>();
  private readonly switchedOff = new Map<string, string>();
  private readonly endings = new Set<() => void>();
  private readonly unhandledServers = new Set<string>();
  private bound: ExtensionActions | undefined;
  private boundPorts: SessionPorts | undefined;
  private source: { -readonly [K in keyof ContextSource]: ContextSource[K] } | undefined;
  private staleMessage: string | undefined;

  constructor() {
    const report = (path: string, event: string, error: unknown) => this.report(path, event, error);
    const extensions = () => this.loaded;
    this.registered = new Registered(extensions, report);
    this.toolPorts = new RegisteredPorts(report);
    this.dispatch = createDispatch(extensions, { createContext: () => this.createContext(), report });
  }

  get extensions(): readonly Extension[] {
    return this.loaded;
  }

  /** Sets the extensions that take part from now on. */
  use(extensions: readonly Extension[]): void {
    this.loaded = extensions;
  }

  /** Makes contexts available. */
  join(place: ContextPlace): void {
    this.source = {
      ...place,
      ui: withComponents(createNoUi()),
      mode: "print",
      actions: notStarted,
      commands: undefined,
      assertActive: () => this.assertActive(),
      getThinkingLevel: () => this.bound?.getThinkingLevel(),
    };
  }

  /** Makes actions available to the extensions. */
  bind(actions: ExtensionActions, contextActions: ExtensionContextActions, ports?: SessionPorts): void {
    this.place().actions = contextActions;
    this.bound = actions;
    this.boundPorts = ports;
    this.mcpServers.setChangeListener(() => {
      this.serversTold = this.mcpServersChanged();
    });
  }

  setCommands(commands: ExtensionCommandContextActions | undefined): void {
    this.place().commands = commands;
  }

  setUi(ui: ExtensionUISource = createNoUi(), mode: ExtensionMode = "print"): void {
    const place = this.place();
    place.ui = announcePrompts(withComponents(ui), (event) => void notify(this.dispatch, event));
    place.mode = mode;
  }

  get ui(): ExtensionUI {
    return this.place().ui;
  }

  get mode(): ExtensionMode {
    return this.place().mode;
  }

  get modelRegistry(): ModelRegistry {
    return this.place().modelRegistry;
  }

  get contextActions(): ExtensionContextActions {
    return this.place().actions;
  }

  /**
   * Sets the default of a flag. A value from the command line stays; the default of a
   * replaceable extension is overridden by that of another extension.
   */
  setFlagDefault(name: string, value: boolean | string | undefined, extension: Extension): void {
    if (value === undefined) return;
    const owner = this.flagDefaults.get(name);
    const isOpen = owner ? owner.replaceable && !extension.replaceable : !this.flagValues.has(name);
    if (!isOpen) return;
    this.flagDefaults.set(name, extension);
    this.flagValues.set(name, value);
  }

  /** Whether another extension has a flag of the same name that overrides the one of this replaceable extension. */
  isFlagCovered(name: string, { replaceable = false }: Extension): boolean {
    return replaceable && this.loaded.some((other) => !other.replaceable && other.flags.has(name));
  }

  get isActive(): boolean {
    return this.staleMessage === undefined;
  }

  get isBound(): boolean {
    return this.bound !== undefined;
  }

  /** Returns the actions of the session. Throws if there is no session yet, because the extension acts too early. */
  actions(name: string): ExtensionActions {
    this.assertActive();
    if (this.bound) return this.bound;
    throw new ExtensionHostError(
      "not-initialized",
      `pi.${name}() was called while extensions load. Call it from an event such as session_start, a command or a tool.`,
    );
  }

  /** Returns the parts of the session that `actions` does not cover. */
  ports(name: string): SessionPorts {
    this.actions(name);
    if (this.boundPorts) return this.boundPorts;
    throw new ExtensionHostError("not-available", `pi.${name} needs a session of Tau's own.`);
  }

  /** Resolves to a function that tells which files of a folder the session keeps from searches; `undefined` without a session. */
  async hiddenIn(folder: string): Promise<((path: string) => boolean) | undefined> {
    return await this.boundPorts?.parts.session.permission.hiddenIn?.(folder);
  }

  createContext(): ExtensionContext {
    return createContext(this.place());
  }

  createCommandContext(): ExtensionCommandContext {
    return createCommandContext(this.place());
  }

  /** Creates the context of a tool call. `over` holds the values that differ in a child session. */
  createToolContext(
    toolCallId: string,
    signal: AbortSignal | undefined,
    over?: Partial<ContextSource>,
  ): ExtensionToolContext {
    const source: ContextSource = over ? Object.assign(Object.create(this.place()), over) : this.place();
    return createToolContext(source, toolCallId, signal);
  }

  hasHandlers(event: ExtensionEventName): boolean {
    return this.dispatch.has(event);
  }

  /** Calls every handler and ignores the results. */
  notify(event: ExtensionEvent): Promise<void> {
    return notify(this.dispatch, event);
  }

  assertActive(): void {
    if (this.staleMessage !== undefined) throw new ExtensionHostError("stale", this.staleMessage);
  }

  /** Ends the generation: removes providers, ends subscriptions, and makes every later use throw. */
  end(message = STALE): void {
    if (!this.isActive) return;
    this.staleMessage = message;
    this.mcpServers.setChangeListener(undefined);
    for (const end of this.endings) end();
    this.providers.clear();
  }

  /** Calls `end` when the generation ends. Returns a function that calls it earlier. */
  untilEnd(end: () => void): () => void {
    const once = () => {
      if (this.endings.delete(once)) end();
    };
    this.endings.add(once);
    return once;
  }

  onError(listener: ExtensionErrorListener): () => void {
    this.errorListeners.add(listener);
    for (const error of this.unreported.splice(0)) listener(error);
    return () => this.errorListeners.delete(listener);
  }

  /** Reports an error. The same error object is reported only once, however many callers pass it. */
  report(extensionPath: string, event: string, error: unknown): void {
    if (error instanceof Error) {
      if (this.reported.has(error)) return;
      this.reported.add(error);
    }
    const stack = error instanceof Error ? error.stack : undefined;
    const text = errorText(error);
    const reported = { extensionPath, event, error: text, ...(stack ? { stack } : {}) };
    if (this.errorListeners.size === 0) this.unreported.push(reported);
    for (const listener of this.errorListeners) listener(reported);
  }

  /** Records that an extension is off until it is reloaded, and reports why. */
  switchOff(extensionPath: string, error: Error): void {
    this.switchedOff.set(extensionPath, errorText(error.cause ?? error));
    this.report(extensionPath, "load", error);
  }

  /** Returns why an extension has switched itself off, or `undefined` if it has not. */
  whySwitchedOff(extensionPath: string): string | undefined {
    return this.switchedOff.get(extensionPath);
  }

  /** Reports each MCP server that no extension connects, once. */
  reportUnhandledMcpServers(): void {
    if (this.hasHandlers("mcp_servers_change")) return;
    for (const { name, extensionPath } of this.mcpServers.list()) {
      if (this.unhandledServers.has(name)) continue;
      this.unhandledServers.add(name);
      const error = new ExtensionHostError("not-available", `Nothing connects the MCP server "${name}".`);
      this.report(extensionPath, "register_mcp_server", error);
    }
  }

  private async mcpServersChanged(): Promise<void> {
    if (this.connectServers && !this.hasHandlers("mcp_servers_change")) await this.connectServers();
    this.reportUnhandledMcpServers();
    await this.notify({ type: "mcp_servers_change", servers: this.mcpServers.list() });
  }

  private place() {
    if (this.source) return this.source;
    throw new ExtensionHostError("not-initialized", "The extensions have no session yet.");
  }
}

/** The actions of contexts that are used before there is a session: nothing runs and nothing is queued. */
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
