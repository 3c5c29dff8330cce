import { join } from "node:path";
import { SessionManager } from "../../../compat/pi/session-manager.ts";
import { SettingsManager } from "../../../compat/pi/settings-manager.ts";
import { getCacheDir, resolveFrom } from "../../paths/index.ts";
import { ModelRuntime } from "../../sdk/model-runtime.ts";
import type { AgentSession } from "../../session/agent-session.ts";
import type { AgentSessionEvent } from "../../session/session-event.ts";
import type { SessionHooks } from "../../session/session-hooks.ts";
import type { SessionStart } from "../../session/session-runtime.ts";
import type { SessionServices } from "../../session/session-services.ts";
import type {
  ExtensionCommandContextActions,
  ExtensionErrorListener,
  InlineExtension,
  ProjectTrustContext,
  ProjectTrustEventResult,
  ReplacedSessionContext,
  SessionShutdownEvent,
} from "../contract/index.ts";
import { createEventBus, type EventBusController } from "../event-bus.ts";
import { forgetExtensionModules } from "../loader/import-extension.ts";
import {
  type ExtensionPath,
  type LoadExtensionsOptions,
  type LoadExtensionsResult,
  loadExtensions,
} from "../loader/load-extensions.ts";
import { createDispatch } from "../runner/dispatch.ts";
import { emitProjectTrust, emitResourcesDiscover } from "../runner/emit-session.ts";
import { ExtensionRunner } from "../runner/extension-runner.ts";
import { ExtensionRuntime } from "../runtime/extension-runtime.ts";
import { applyFlags, type FlagValues, type LeftoverArguments } from "./apply-flags.ts";
import { ExtensionToolSet } from "./extension-tool-set.ts";
import type { BindingsSource, ExtensionBindings, HostedExtensions, ToolSelection } from "./hosted-extensions.ts";
import { providerActions } from "./provider-actions.ts";
import { contextActions, extensionActions } from "./session-actions.ts";
import { createSessionHooks, type SessionWithExtensions } from "./session-hooks.ts";
import { followSession } from "./session-notices.ts";
import { slashCommands } from "./slash-commands.ts";
import { hearStrayErrors } from "./stray-errors.ts";

export interface ExtensionHostOptions {
  readonly services: SessionServices;
  /** More paths than those that were found; they come first. */
  readonly paths?: readonly (string | ExtensionPath)[] | undefined;
  readonly inline?: readonly InlineExtension[] | undefined;
  /** Nothing that was found is loaded, only what is given here. */
  readonly noExtensions?: boolean | undefined;
  readonly flags?: FlagValues | undefined;
  /** Asked before anything is loaded: what a program has loaded already, for one session. */
  readonly preloaded?: (() => LoadExtensionsResult | undefined) | undefined;
}

/** The extensions of one session, from loading to shutdown. A reload replaces them and keeps the session. */
export class ExtensionHost implements HostedExtensions {
  readonly hooks: SessionHooks;
  readonly options: ExtensionHostOptions;
  private readonly events: EventBusController = createEventBus((channel, error) =>
    this.loaded.runtime.report("pi.events", channel, error),
  );
  private loaded: LoadExtensionsResult;
  private leftover: LeftoverArguments = { unknown: new Map(), messages: [] };
  private current: SessionWithExtensions | undefined;
  private bindings: ExtensionBindings = { mode: "print" };
  private selection: ToolSelection = {};
  private settling: Promise<void> | undefined;
  private readonly arriving = new Set<Promise<void>>();
  private deafen: () => void = () => undefined;
  private started = false;

  private constructor(options: ExtensionHostOptions, loaded: LoadExtensionsResult) {
    this.options = options;
    this.loaded = loaded;
    this.hooks = this.withSettling(createSessionHooks(() => this.current));
  }

  /** Loads the extensions; their providers are there at once, before a model is chosen. */
  static async open(options: ExtensionHostOptions): Promise<ExtensionHost> {
    const host = new ExtensionHost(options, { extensions: [], errors: [], runtime: undefined as never });
    await host.load();
    return host;
  }

  /** The same extensions, loaded anew, for the session that takes this one's place. */
  reopen(services: SessionServices = this.options.services): Promise<ExtensionHost> {
    forgetExtensionModules();
    return ExtensionHost.open({ ...this.options, services });
  }

  get host(): this {
    return this;
  }

  async wake(): Promise<this> {
    return this;
  }

  mayTake(name: string): boolean {
    const isCommand = this.runner.getRegisteredCommands().some(({ invocationName }) => invocationName === name);
    return isCommand || this.runner.hasHandlers("input");
  }

  get errors(): LoadExtensionsResult["errors"] {
    return this.loaded.errors;
  }

  /** What of the command line no extension knows, and what turned out to be no value of a flag. */
  get leftoverArguments(): LeftoverArguments {
    return this.leftover;
  }

  get result(): LoadExtensionsResult {
    return this.loaded;
  }

  get extensions(): LoadExtensionsResult["extensions"] {
    return this.loaded.extensions;
  }

  /** Throws before `attach`. */
  get runner(): ExtensionRunner {
    if (!this.current) throw new TypeError("The extensions have no session yet.");
    return this.current.runner;
  }

  /** The models of its session, as programs hold them. */
  get modelRuntime(): ModelRuntime {
    return ModelRuntime.of(this.options.services.models);
  }

  /** The log of its session and the settings, as extensions know them. */
  get sessionManager(): SessionManager {
    if (!this.current) throw new TypeError("The extensions have no session yet.");
    return SessionManager.of(this.current.session.log);
  }

  get settingsManager(): SettingsManager {
    return SettingsManager.of(this.options.services.settings);
  }

  /** The tools of its session, as extensions see them. */
  get tools(): ExtensionToolSet {
    return this.sessionAndRunner().tools;
  }

  /** What code that replaced a session gets of the one that took its place. */
  createReplacedContext(): ReplacedSessionContext {
    const actions = this.runner.runtime.actions("sendMessage");
    return Object.defineProperties(
      {
        sendMessage: async (message, options) => await actions.sendMessage(message, options),
        sendUserMessage: async (content, options) => await actions.sendUserMessage(content, options),
      } as ReplacedSessionContext,
      Object.getOwnPropertyDescriptors(this.runner.createCommandContext()),
    );
  }

  /** Loads what has been found since. What is loaded stays as it is. */
  async loadFound(): Promise<void> {
    const { extensions, runtime } = this.loaded;
    await this.load({ loaded: extensions, runtime });
  }

  /** What the extensions say of a folder, before there is a session. `undefined`: none decided. */
  async projectTrust(
    ctx: ProjectTrustContext,
    onError: ExtensionErrorListener,
  ): Promise<ProjectTrustEventResult | undefined> {
    const { extensions, runtime } = this.loaded;
    const stop = runtime.onError(onError);
    try {
      const dispatch = createDispatch(extensions, {
        createContext: () => this.runner.createContext(),
        report: (path, event, error) => runtime.report(path, event, error),
      });
      return await emitProjectTrust(dispatch, { type: "project_trust", cwd: ctx.cwd }, ctx);
    } finally {
      stop();
    }
  }

  /** Joins the extensions to their session. Tools are there afterwards; events begin with `start`. */
  attach(session: AgentSession, selection: ToolSelection = {}): void {
    this.selection = selection;
    this.bind(session);
    followSession(session, (event) => void this.runner.emit(event));
  }

  async start(bindings: BindingsSource, start: SessionStart = { reason: "startup" }): Promise<void> {
    this.bindings = typeof bindings === "function" ? await bindings() : bindings;
    this.applyBindings();
    this.started = true;
    await this.readCatalogue();
    await this.announce(start);
  }

  /** Extensions ask for models without waiting: those that can be used are known before the first event, the others soon after. */
  private async readCatalogue(): Promise<void> {
    if (this.loaded.extensions.every(({ sourceInfo }) => sourceInfo.source === "builtin")) return;
    const { models } = this.options.services;
    await models.loadUsable();
    if (this.bindings.mode === "tui" || this.bindings.mode === "rpc") setImmediate(() => void models.load());
  }

  async reload(beforeStart?: () => void | Promise<void>): Promise<void> {
    const { session } = this.sessionAndRunner();
    await this.options.services.beforeReload?.(this);
    await this.shutdown({ reason: "reload" });
    forgetExtensionModules();
    await this.options.services.resources.reload();
    for (const { definition } of this.runner.getAllRegisteredTools()) session.tools.unregister(definition.name);
    await this.load();
    this.bind(session);
    this.applyBindings();
    this.started = true;
    await beforeStart?.();
    await this.announce({ reason: "reload" });
  }

  /** The last event; from here on these extensions count no more. */
  async shutdown(end: Omit<SessionShutdownEvent, "type">): Promise<void> {
    if (this.started) await this.current?.runner.emit({ type: "session_shutdown", ...end });
    this.started = false;
    this.loaded.runtime.invalidate();
    this.events.clear();
    this.deafen();
  }

  private async load(before: Pick<LoadExtensionsOptions, "loaded" | "runtime"> = {}): Promise<void> {
    const { services, paths = [], inline = [], noExtensions = false, flags = new Map() } = this.options;
    const found = [...paths, ...(noExtensions ? [] : services.resources.getExtensionPaths().items)];
    this.loaded =
      this.options.preloaded?.() ??
      (await loadExtensions({
        paths: found,
        inline,
        cwd: services.cwd,
        cacheDir: join(getCacheDir(services.agentDir), "extensions"),
        events: this.events,
        runtime: this.hearStrayErrors(found, before.runtime ?? new ExtensionRuntime()),
        ...before,
      }));
    this.leftover = applyFlags(this.loaded, flags);
    const { runtime } = this.loaded;
    const parts = {
      models: services.models,
      createContext: () => this.runner.createContext(),
      report: (path: string, event: string, error: unknown) => runtime.report(path, event, error),
    };
    await runtime.bindProviders(providerActions(parts));
  }

  private hearStrayErrors(paths: readonly (string | ExtensionPath)[], runtime: ExtensionRuntime): ExtensionRuntime {
    this.deafen();
    const places = paths.map((path) =>
      resolveFrom(this.options.services.cwd, typeof path === "string" ? path : path.path),
    );
    if (places.length > 0)
      this.deafen = hearStrayErrors(places, (path, error) => runtime.report(path, "background work", error));
    return runtime;
  }

  private bind(session: AgentSession): void {
    const { services } = this.options;
    const { extensions, runtime } = this.loaded;
    const manager = SessionManager.of(session.log);
    const runner = new ExtensionRunner(extensions, runtime, services.cwd, manager, services.models);
    const tools = new ExtensionToolSet(session, runner, this.selection);
    const current: SessionWithExtensions = {
      session,
      services,
      runner,
      tools,
      nextPrompt: this.current?.nextPrompt ?? [],
      afterTurn: this.current?.afterTurn ?? [],
      preparedPrompt: undefined,
      forcedPrompt: this.current?.forcedPrompt,
    };
    this.current = current;
    const parts = {
      ...current,
      systemPrompt: () => current.preparedPrompt,
      commands: () => slashCommands(runner, services.resources),
      abort: () => (this.bindings.abort ?? (() => void session.abort()))(),
      shutdown: () => this.bindings.shutdown?.(),
      ready: () => this.settling,
      arriving: this.arriving,
      isProjectTrusted: () => services.settings.isProjectTrusted(),
    };
    runner.bindCore(extensionActions(parts), contextActions(parts));
    tools.refresh();
  }

  private applyBindings(): void {
    const { mode, ui, commands, onError } = this.bindings;
    this.runner.setUIContext(ui, mode);
    this.runner.bindCommandContext(this.withArrivals(commands ?? this.ownCommands()));
    if (onError) this.runner.onError(onError);
    this.runner.reportUnhandledMcpServers();
    for (const { message, path } of this.runner.getToolDiagnostics())
      this.runner.runtime.report(path ?? "", "register_tool", new Error(message));
  }

  private async announce({ reason, previousSessionFile }: SessionStart): Promise<void> {
    const { runner } = this;
    await runner.emit({ type: "session_start", reason, ...(previousSessionFile ? { previousSessionFile } : {}) });
    if (!runner.hasHandlers("resources_discover")) return;
    const { cwd, resources } = this.options.services;
    const why = reason === "reload" ? "reload" : "startup";
    const found = await emitResourcesDiscover(runner.dispatch, { type: "resources_discover", cwd, reason: why });
    const provided = (paths: { path: string; extensionPath: string }[]) =>
      paths.map(({ path, extensionPath }) => ({
        path,
        source: { source: extensionPath, scope: "temporary" as const, origin: "top-level" as const },
      }));
    await resources.extendResources({
      skills: provided(found.skillPaths),
      prompts: provided(found.promptPaths),
      themes: provided(found.themePaths),
    });
    this.sessionAndRunner().session.refreshTools();
  }

  /** Where no mode owns the session, commands can still wait, move in the tree and reload. */
  private ownCommands(): ExtensionCommandContextActions {
    const { session } = this.sessionAndRunner();
    const fixed = async () => ({ cancelled: true });
    return {
      waitForIdle: () => session.waitForIdle(),
      navigateTree: async (targetId, options) => {
        const { cancelled } = await session.branches.navigate(targetId, options);
        return { cancelled };
      },
      reload: () => this.reload(),
      newSession: fixed,
      fork: fixed,
      switchSession: fixed,
    };
  }

  /** What was sent just now has not begun: a command that waits for the session means that too. */
  private withArrivals(commands: ExtensionCommandContextActions): ExtensionCommandContextActions {
    return {
      ...commands,
      waitForIdle: async () => {
        await Promise.all(this.arriving);
        await commands.waitForIdle();
      },
    };
  }

  /** What handlers of `agent_settled` ask for begins when all of them are done. */
  private withSettling(hooks: SessionHooks): SessionHooks {
    const { onEvent } = hooks;
    const settle = async (event: AgentSessionEvent) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.settling = promise;
      try {
        await onEvent?.(event);
      } finally {
        this.settling = undefined;
        resolve();
      }
    };
    return { ...hooks, onEvent: (event) => (event.type === "agent_settled" ? settle(event) : onEvent?.(event)) };
  }

  private sessionAndRunner(): SessionWithExtensions {
    if (!this.current) throw new TypeError("The extensions have no session yet.");
    return this.current;
  }
}
